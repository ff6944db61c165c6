import type { LabKind } from './lab-config';

/** The operations of the scenario API (contract, "Routes"). */
export const OPERATIONS = {
  version: { method: 'GET', path: '/version' },
  'list-scenarios': { method: 'GET', path: '/{kind}/' },
  'get-scenario': { method: 'GET', path: '/{kind}/{name}' },
  'create-lab': { method: 'POST', path: '/{kind}/create_lab' },
  'run-lab': { method: 'POST', path: '/{kind}/run_lab' },
  'list-labs': { method: 'GET', path: '/runner/' },
  'get-lab': { method: 'GET', path: '/runner/{lab-id}' },
  run: { method: 'GET', path: '/runner/{lab-id}/run' },
  stop: { method: 'GET', path: '/runner/{lab-id}/stop' },
  resume: { method: 'GET', path: '/runner/{lab-id}/resume' },
  'paused-status': { method: 'GET', path: '/runner/{lab-id}/paused_status' },
  'delete-lab': { method: 'DELETE', path: '/runner/{lab-id}' },
  'lab-config': { method: 'GET', path: '/runner/{lab-id}/lab_config' },
  notifications: { method: 'GET', path: '/runner/{lab-id}/notifications' },
  detail: { method: 'GET', path: '/runner/{lab-id}/{detail}' },
} as const satisfies Readonly<Record<string, { method: string; path: string }>>;

/** The name of an operation. */
export type Operation = keyof typeof OPERATIONS;

/** What the placeholders of a path stand for. */
export interface RouteValues {
  readonly kind?: LabKind;
  readonly name?: string;
  readonly 'lab-id'?: string;
  readonly detail?: string;
}

/**
 * The path of an operation with its placeholders filled in, each value percent-encoded so that it stays one segment
 * (a scenario's name may hold a slash). "." and ".." cannot be kept so and are refused where inputs are read.
 */
export function routePath(template: string, values: RouteValues): string {
  return template.replace(/\{(kind|name|lab-id|detail)\}/g, (_, key: keyof RouteValues) =>
    encodeURIComponent(values[key] ?? ''),
  );
}
