import { type Catalogue, profilesOf, type SandboxScenario } from './catalogue';
import { json, type SandboxResponse } from './handler';
import { type LabConfig, readLabConfig } from './lab-config';
import { type Complaint, missing, nullable, object, text } from './validation';

/** The kinds of labs, as the creation's path spells them. */
export type LabKind = 'scenario' | 'unit_attack' | 'topology' | 'basebox' | 'bas' | 'dfir';

/** The tokens of a public link. */
export interface PublicAccess {
  readonly access_token: string;
  readonly refresh_token: string;
}

const readPublicAccess = object({ access_token: { read: text }, refresh_token: { read: text } });

const readLabRequest = object({
  lab_config: { read: readLabConfig },
  public_access_config: { read: nullable(readPublicAccess), otherwise: null },
});

/** The `content_type` of each kind. */
export const CONTENT_TYPES: Readonly<Record<LabKind, string>> = {
  scenario: 'KILLCHAIN',
  unit_attack: 'ATTACK',
  topology: 'TOPOLOGY',
  basebox: 'BASEBOX',
  bas: 'BAS',
  dfir: 'DFIR',
};

/** What a creation asks for, once it has been found sound. */
export interface LabOrder {
  readonly labConfig: LabConfig;
  readonly publicAccess: PublicAccess | undefined;
  readonly content: SandboxScenario;
}

export type LabOrderOrRefusal = { readonly order: LabOrder } | { readonly refusal: SandboxResponse };

/** Checks a LabRequest as the server's model does, then against the catalogue. */
export function readLabOrder(body: string, kind: LabKind, catalogue: Catalogue): LabOrderOrRefusal {
  const complaints: Complaint[] = [];
  const refused = () => ({ refusal: json(422, { detail: complaints }) });
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    complaints.push(
      body === '' ? missing(['body']) : { loc: ['body', 0], msg: 'JSON decode error', type: 'json_invalid' },
    );
    return refused();
  }
  const request = readLabRequest(parsed, ['body'], complaints);
  if (complaints.length > 0) return refused();
  const { lab_config: labConfig, public_access_config: publicAccess } = request;
  const complain = (field: string, msg: string): void => {
    complaints.push({ loc: ['body', ...field.split('.')], msg: `Value error, ${msg}`, type: 'value_error' });
  };
  if (labConfig.content_type !== CONTENT_TYPES[kind]) {
    complain('lab_config.content_type', `this endpoint takes ${CONTENT_TYPES[kind]} only`);
  }
  if (labConfig.content_name === null) complain('lab_config.content_name', 'the content has no name');
  // The public client never sends tokens for BAS, whatever the configuration says (contract, LabRequest).
  const wantsTokens = labConfig.public_access_enabled && kind !== 'bas';
  if (wantsTokens && publicAccess === null) complaints.push(missing(['body', 'public_access_config']));
  if (!wantsTokens && publicAccess !== null) {
    complain('public_access_config', 'public access is not enabled for this lab');
  }
  if (publicAccess !== null && (publicAccess.access_token === '' || publicAccess.refresh_token === '')) {
    complain('public_access_config', 'a token is empty');
  }
  if (complaints.length > 0) return refused();
  const name = labConfig.content_name ?? '';
  const content = contentOf(kind, catalogue).get(name);
  if (content === undefined) return { refusal: json(404, { detail: `${TITLES[kind]} '${name}' not found` }) };
  const wrong = profileComplaint(kind, content, labConfig.scenario_profile);
  if (wrong !== undefined) {
    complain('lab_config.scenario_profile', wrong);
    return refused();
  }
  return { order: { labConfig, publicAccess: publicAccess ?? undefined, content } };
}

const TITLES: Readonly<Record<LabKind, string>> = {
  scenario: 'Scenario',
  unit_attack: 'Unit attack',
  topology: 'Topology',
  basebox: 'Basebox',
  bas: 'BAS campaign',
  dfir: 'DFIR',
};

const BAS: SandboxScenario = { name: 'bas', profiles: ['bas'] };

function contentOf(kind: LabKind, catalogue: Catalogue): ReadonlyMap<string, SandboxScenario> {
  switch (kind) {
    case 'scenario':
      return catalogue.scenarios;
    case 'unit_attack':
      return catalogue.attacks;
    case 'topology':
      return catalogue.topologies;
    case 'basebox':
      return catalogue.baseboxes;
    case 'dfir':
      return catalogue.dfirs;
    case 'bas':
      return new Map([[BAS.name, BAS]]);
  }
}

function profileComplaint(
  kind: LabKind,
  content: SandboxScenario,
  profile: string | null,
): string | undefined {
  if (kind === 'topology' || kind === 'basebox') {
    return profile === null ? undefined : 'this content has no profiles';
  }
  if (profile === null) return kind === 'dfir' ? undefined : 'a profile is required';
  return profilesOf(content).includes(profile) ? undefined : `unknown profile '${profile}'`;
}
