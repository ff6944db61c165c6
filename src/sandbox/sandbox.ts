import type { SandboxScenario } from './catalogue';
import type { DemoClients } from './demo-clients';
import type { Fault, PlacedFault } from './faults';
import type { GitHubOptions, SandboxGitHub } from './github';
import type { Origin } from './handler';
import type { SeedLab } from './lab-maker';
import type { ScenarioApiSettings } from './lab-operations';
import type { Lab, LabStore } from './lab-store';
import type { RealmSettings, SandboxClient } from './realm';
import type { TokenVerdict } from './tokens';
import type { RecordedRequest, TrafficListener } from './traffic';

export interface SandboxOptions {
  /** The API's port, and the only one without `twoOrigins`; 0 (the default) takes a free one. */
  readonly port?: number;
  readonly host?: string;
  /** Before each request is processed. */
  readonly latencyMs?: number;
  readonly accessTokenLifetimeS?: number;
  /** Mean length of one of the seven phases up to SCENARIO_FINISHED. */
  readonly phaseMs?: number;
  /** PEM. */
  readonly tls?: { readonly key: string; readonly cert: string };
  /** False puts the identity provider on the API's own port. */
  readonly twoOrigins?: boolean;
  /** Lets the API accept the tokens of another identity provider. */
  readonly validateToken?: (token: string) => TokenVerdict | Promise<TokenVerdict>;
  /** Labs that are there from the start; a number makes so many old ones that are over. */
  readonly seedLabs?: number | readonly SeedLab[];
  /** `unmarked`: on, but switched on after the person's login, whose tokens therefore lack `reuse_id`. */
  readonly rotation?: boolean | 'unmarked';
  /** `public_access.base_url` of every lab; null leaves it out. */
  readonly publicBaseUrl?: string | null;
  /** Always there, on a port of its own. */
  readonly github?: GitHubOptions;
  /** Milliseconds since 1970, instead of the machine's clock. */
  readonly now?: () => number;
}

/** A person who has logged in once. */
export interface Person {
  readonly username: string;
  readonly subject: string;
  readonly clientId: string;
  /** The offline token that the platform's command-line client would have stored. */
  readonly refreshToken: string;
}

/** All that may be changed while the deployment runs. */
export interface SandboxSettings extends RealmSettings, ScenarioApiSettings {
  latencyMs: number;
  phaseMs: number;
}

/** A whole deployment on loopback. */
export interface Sandbox {
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly realm: string;
  readonly issuer: string;
  readonly organizationId: string;
  readonly workspaceId: string;
  readonly clients: DemoClients;
  readonly person: Person;
  readonly requests: readonly RecordedRequest[];
  /** Every token, secret, password and key that was ever issued, configured or received. */
  readonly secrets: ReadonlySet<string>;
  readonly labs: LabStore;
  readonly github: SandboxGitHub;
  readonly settings: SandboxSettings;
  /** Connections ever accepted on that origin's port. */
  connections(origin: Origin): number;
  addFault(fault: Fault): PlacedFault;
  clearFaults(): void;
  onRequest(listener: TrafficListener): () => void;
  onAnswered(listener: TrafficListener): () => void;
  /** Adds a client or replaces the one with its id. */
  addClient(client: SandboxClient): SandboxClient;
  /** One more login of the person; returns its refresh token. */
  logIn(options?: { readonly clientId?: string; readonly scopes?: readonly string[] }): string;
  /** Ends the login of a refresh token; it is then refused with the reason. */
  revoke(refreshToken: string, reason?: string): void;
  /** Adds a scenario or replaces the one with its name. */
  setScenario(scenario: SandboxScenario): void;
  seedLab(seed: SeedLab): Lab;
  close(): Promise<void>;
  /** `await using` closes it, also when a test fails. */
  [Symbol.asyncDispose](): Promise<void>;
}
