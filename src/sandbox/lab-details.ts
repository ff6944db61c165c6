import { createHmac } from 'node:crypto';
import { topologyContent } from './catalogue-answers';
import type { LabLife } from './lab-life';
import type { Lab } from './lab-store';

/** The last segment of the routes that tell more about a lab (contract, "details"). */
export type LabDetail =
  | 'topology'
  | 'nodes'
  | 'assets'
  | 'attack_report'
  | 'attack_infras'
  | 'attack_sessions'
  | 'attack_knowledge'
  | 'notifications'
  | 'remote_access'
  | 'security_alerts';

/** Every detail that a lab has. */
export const LAB_DETAILS: readonly LabDetail[] = [
  'topology',
  'nodes',
  'assets',
  'attack_report',
  'attack_infras',
  'attack_sessions',
  'attack_knowledge',
  'notifications',
  'remote_access',
  'security_alerts',
];

/** A password that is the same each time it is asked for, and noted as a secret. */
export interface PasswordBook {
  password(labId: string, account: string): string;
}

/** Derives all passwords of one deployment from a random seed. */
export function passwordBook(seed: string, secrets: Set<string>): PasswordBook {
  return {
    password(labId, account) {
      const password = createHmac('sha256', seed)
        .update(`${labId} ${account}`)
        .digest('base64url')
        .slice(0, 20);
      secrets.add(password);
      return password;
    },
  };
}

export interface DetailQuestion {
  readonly detail: LabDetail;
  readonly lab: Lab;
  readonly life: LabLife;
  readonly passwords: PasswordBook;
}

/** A plausible answer for each detail. */
export function labDetail({ detail, lab, life, passwords }: DetailQuestion): unknown {
  const attacked = life.contentEndedAt !== undefined && lab.plan.executes;
  const at = iso(life.startedAt ?? lab.events.createdAt);
  switch (detail) {
    case 'topology':
      return topologyContent(lab.labConfig.content_name ?? lab.id);
    case 'nodes':
      return [
        { name: 'lan', type: 'switch', roles: [], network_interfaces: [] },
        {
          name: 'Client1',
          type: 'virtual_machine',
          roles: ['client'],
          basebox_id: 'windows_10_pro',
          hostname: 'CLIENT1',
          network_interfaces: [
            { ip_address: '192.168.10.11', ip_address_runtime: '192.168.10.11', mac: '52:54:00:12:34:56' },
          ],
          username: 'user',
          password: passwords.password(lab.id, 'user'),
          admin_username: 'Administrator',
          admin_password: passwords.password(lab.id, 'Administrator'),
        },
      ];
    case 'assets':
      return [
        {
          name: 'Client1',
          type: 'virtual_machine',
          roles: ['client'],
          os: 'Windows 10',
          os_family: 'windows',
          network_interfaces: [{ ipv4: '192.168.10.11' }],
          cpes: ['cpe:2.3:o:microsoft:windows_10:22h2:*:*:*:*:*:*:*'],
        },
      ];
    case 'attack_report':
      return attacked ? [attackStep(1, 'spearphishing_attachment', at)] : [];
    case 'attack_infras':
      return attacked ? [{ idInfrastructure: 1, type: 'legacy', domain: 'update-service.example' }] : [];
    case 'attack_sessions':
      return attacked
        ? [
            {
              idAttackSession: 1,
              idHost: 1,
              type: 'exe_reverse_api',
              direct_access: true,
              privilege_level: 0,
              identifier: lab.id,
            },
          ]
        : [];
    case 'attack_knowledge':
      return attacked ? { hosts: [[{ idHost: 1, ip: '192.168.10.11' }]], software: [], files: [] } : {};
    case 'notifications':
      return notifications(lab, life);
    case 'remote_access':
      return {
        nodes: [
          {
            name: 'Client1',
            http_url: `https://remote.lab.example/${lab.id}/Client1`,
            spice_config: `[virt-viewer]\ntype=spice\nhost=remote.lab.example\nport=5900\npassword=${passwords.password(lab.id, 'spice')}\n`,
            credentials: [
              { login: 'user', password: passwords.password(lab.id, 'user'), privilege: 'user' },
              {
                login: 'Administrator',
                password: passwords.password(lab.id, 'Administrator'),
                privilege: 'admin',
              },
            ],
          },
        ],
      };
    case 'security_alerts':
      return { wazuh: attacked ? [securityAlert(at)] : [] };
  }
}

/** ISO 8601 with an offset, which is how the platform writes times. */
export function iso(ms: number): string {
  return new Date(ms).toISOString().replace('Z', '+00:00');
}

function attackStep(id: number, name: string, at: string): unknown {
  return { id, name, title: name.replaceAll('_', ' '), status: 'SUCCESS', started_date: at, last_update: at };
}

function securityAlert(at: string): unknown {
  return {
    alert_id: '1',
    alert_name: 'Office application started a script interpreter',
    alert_status: 'NEW',
    alert_logs: [],
    asset_hostname: 'CLIENT1',
    asset_ip: '192.168.10.11',
    start_time: at,
    end_time: at,
    correlated_attacks: [1],
  };
}

/** Texts that hold strings of JSON, growing as the lab moves on. */
function notifications(lab: Lab, life: LabLife): string[] {
  const { runAt, createdAt } = lab.events;
  const list: string[] = [];
  const say = (at: number | undefined, stage: string, text: string): void => {
    if (at === undefined) return;
    list.push(JSON.stringify({ event_datetime: iso(at), event_data: text, stage }));
  };
  say(runAt ?? createdAt, 'Platform', `Lab '${lab.labConfig.config_name}' created`);
  say(life.startedAt, 'Platform', 'Runner found, simulation is starting');
  const executing = life.status === 'SCENARIO_EXECUTION' || life.status === 'PAUSE';
  if (executing || life.contentEndedAt !== undefined) {
    say(life.startedAt, 'Provisioning', '2 nodes provisioned');
    for (const text of lab.notifications) say(life.startedAt, 'Redteam', text);
  }
  if (life.status === 'ERROR') {
    say(life.contentEndedAt, 'Provisioning', lab.failure ?? 'The scenario ended with an internal error');
  } else if (life.status === 'CANCELLED') {
    say(life.endedAt, 'Platform', 'Lab cancelled');
  } else {
    say(life.contentEndedAt, 'Platform', 'Scenario finished');
  }
  return list;
}
