/** Every detail that a lab has: the last segment of its route (contract, "details"). */
export const LAB_DETAILS = [
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
] as const;

/** The name of a detail. */
export type LabDetail = (typeof LAB_DETAILS)[number];
