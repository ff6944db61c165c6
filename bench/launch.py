"""Launches a scenario with the platform's public Python client, used as a library, and waits as that client does.

Settings by environment; the lab id goes to standard output as soon as it is known.
"""

import os
import time

setting = os.environ

# The client reads its login when it is imported.
with open(setting["MANTIS_CONFIG"], "w", encoding="utf-8") as file:
    file.write(
        f"""\
active_profile: lab.test
profiles:
  lab.test:
    domain: lab.test
    refresh_token: {setting["REFRESH_TOKEN"]}
    default_workspace: {setting["WORKSPACE_ID"]}
    organization_id: {setting["ORGANIZATION_ID"]}
"""
    )

from mantis_api_client import oidc  # noqa: E402
from mantis_api_client import scenario_api as api  # noqa: E402
from mantis_api_client.config import mantis_api_client_config as config  # noqa: E402
from mantis_authz.util import SingletonMeta  # noqa: E402
from mantis_scenario_model.lab_config_model import LabConfig  # noqa: E402

# It derives both addresses from the domain and has no setting for them; the login object is made once, so it is remade.
config.scenario_api_url = setting["BASE_URL"].removesuffix("/lab")
config.oidc.server_url = setting["AUTH_URL"]
SingletonMeta._instances.clear()
oidc.oidc_client._oidc = oidc.oidc_client._get_oidc()

scenario = api.fetch_scenario_by_name(setting["SCENARIO"])
lab_id = api.run_lab_scenario(
    scenario, setting["PROFILE"], LabConfig(config_name=setting["LAB_NAME"]), setting["WORKSPACE_ID"]
)
print(lab_id, flush=True)

while setting["WAIT"] == "true":
    lab = api.fetch_lab(lab_id)
    api.fetch_lab_notifications(lab_id)
    if lab["status"] in ("SCENARIO_FINISHED", "COMPLETED", "CANCELLED", "ERROR"):
        break
    time.sleep(float(setting["INTERVAL_S"]))
