"""Does with the platform's public Python client, used as a library, what the sandbox must be able to serve.

Reads its settings as JSON from standard input and writes what it saw as JSON to standard output.
"""

import json
import os
import sys
import time

settings = json.load(sys.stdin)

# The client reads its login when it is imported.
with open(settings["configFile"], "w", encoding="utf-8") as file:
    file.write(
        f"""\
active_profile: lab.test
profiles:
  lab.test:
    domain: lab.test
    refresh_token: {settings["refreshToken"]}
    default_workspace: {settings["workspaceId"]}
    organization_id: {settings["organizationId"]}
"""
    )
os.environ["MANTIS_CONFIG"] = settings["configFile"]

from mantis_api_client import oidc  # noqa: E402
from mantis_api_client import scenario_api as api  # noqa: E402
from mantis_api_client.config import mantis_api_client_config as config  # noqa: E402
from mantis_authz.util import SingletonMeta  # noqa: E402
from mantis_scenario_model.lab_config_model import LabConfig  # noqa: E402

# It derives both addresses from the domain and has no setting for them; the login object is made once, so it is remade.
config.scenario_api_url = settings["scenarioUrl"]
config.oidc.server_url = settings["authUrl"]
SingletonMeta._instances.clear()
oidc.oidc_client._oidc = oidc.oidc_client._get_oidc()

PATIENCE_S = 30

scenarios = api.fetch_scenarios()
scenario = next(item for item in scenarios if item.name == settings["scenario"])
lab_id = api.run_lab_scenario(
    scenario,
    scenario.scenario_profiles[0].name,
    LabConfig(config_name=settings["labName"], public_access_enabled=True),
    settings["workspaceId"],
)

statuses = []
deadline = time.monotonic() + PATIENCE_S
while "SCENARIO_FINISHED" not in statuses and time.monotonic() < deadline:
    lab = api.fetch_lab(lab_id)
    if lab["status"] not in statuses:
        statuses.append(lab["status"])
    time.sleep(0.05)

lab_config = api.fetch_lab_config(lab_id)
notifications = api.fetch_lab_notifications(lab_id)

api.stop_lab(lab_id)
stopped = api.fetch_lab(lab_id)["status"]
api.delete_lab(lab_id)
try:
    api.fetch_lab(lab_id)
    after_deletion = "still there"
except Exception as error:  # The client raises nothing more precise.
    after_deletion = str(error)

json.dump(
    {
        "version": api.get_version(),
        "scenarios": [item.name for item in scenarios],
        "profiles": [profile.name for profile in scenario.scenario_profiles],
        "labId": lab_id,
        "statuses": statuses,
        "publicAccess": lab["public_access"],
        "configName": lab_config.config_name,
        "publicAccessEnabled": lab_config.public_access_enabled,
        "notifications": len(notifications),
        "stopped": stopped,
        "afterDeletion": after_deletion,
    },
    sys.stdout,
)
