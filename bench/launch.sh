#!/usr/bin/env bash
# What a careful author writes without the action: log in, launch, wait. One curl for each request.
# Settings by environment; the lab id goes to standard output as soon as it is known.
set -euo pipefail

request() { curl --silent --show-error --fail-with-body --max-time 30 --cacert "$CA_FILE" "$@"; }

token=$(request "$AUTH_URL/realms/mantis/protocol/openid-connect/token" \
  --user "$CLIENT_ID:$CLIENT_SECRET" \
  --data grant_type=client_credentials \
  --data-urlencode 'scope=openid scenario:run groups' | jq --raw-output .access_token)

api() {
  request --header "Authorization: Bearer $token" \
    --header "X-Organization-Id: $ORGANIZATION_ID" --header "X-Workspace-Id: $WORKSPACE_ID" "$@"
}

body=$(jq --null-input --compact-output --arg name "$LAB_NAME" --arg scenario "$SCENARIO" --arg profile "$PROFILE" \
  '{lab_config: {config_name: $name, content_type: "KILLCHAIN", content_name: $scenario, scenario_profile: $profile}}')
id=$(api --header 'Content-Type: application/json' --data "$body" \
  "$BASE_URL/scenario/run_lab?workspace_id=$WORKSPACE_ID" | jq --raw-output .)
echo "$id"

[[ $WAIT == true ]] || exit 0
while true; do
  status=$(api "$BASE_URL/runner/$id" | jq --raw-output .status)
  case $status in
    SCENARIO_FINISHED | COMPLETED) exit 0 ;;
    ERROR | CANCELLED) exit 1 ;;
  esac
  sleep "$INTERVAL_S"
done
