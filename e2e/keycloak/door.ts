import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A token request as it passed. */
export interface PassedRequest {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly form: URLSearchParams;
  /** On the monotonic clock. */
  readonly at: number;
  /** Undefined where no answer came back to the caller. */
  status: number | undefined;
}

/** What the door does to what passes; can be set at any time. */
export interface DoorSettings {
  /** How many of the next requests lose their connection once Keycloak has answered them. */
  cuts: number;
  /** Tell Keycloak that it was asked by its own address, so that the door is an alias which its issuer does not bear. */
  alias: boolean;
  /** May change the form on its way. */
  edit: ((form: URLSearchParams) => void) | undefined;
}

/** A reverse proxy on loopback that writes down what passes to a Keycloak, and can break it. */
export interface Door {
  readonly url: string;
  readonly requests: PassedRequest[];
  readonly settings: DoorSettings;
  /** Every token, secret and assertion that ever passed. */
  readonly secrets: Set<string>;
  close(): Promise<void>;
}

/** Opens a door in front of the server at `target`. */
export async function openDoor(target: string): Promise<Door> {
  const requests: PassedRequest[] = [];
  const secrets = new Set<string>();
  const settings: DoorSettings = { cuts: 0, alias: false, edit: undefined };

  async function pass(message: IncomingMessage, reply: ServerResponse): Promise<void> {
    const form = new URLSearchParams(await bodyOf(message));
    const { authorization, host } = message.headers;
    const passed: PassedRequest = {
      path: message.url ?? '/',
      authorization,
      form: new URLSearchParams(form),
      at: performance.now(),
      status: undefined,
    };
    requests.push(passed);
    noteSecrets(passed, secrets);
    settings.edit?.(form);
    const cut = settings.cuts > 0;
    if (cut) settings.cuts -= 1;
    const answer = await forward(new URL(passed.path, target), {
      method: message.method ?? 'GET',
      // The issuer follows the name that was asked for.
      headers: {
        host: settings.alias ? new URL(target).host : (host ?? ''),
        ...(authorization === undefined ? {} : { authorization }),
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: form.toString(),
    });
    for (const [, token] of answer.body.matchAll(/"(?:access|refresh|id)_token":"([^"]+)"/g)) {
      if (token !== undefined) secrets.add(token);
    }
    if (cut) return void message.socket.resetAndDestroy();
    passed.status = answer.status;
    reply.writeHead(answer.status, { 'content-type': answer.type }).end(answer.body);
  }

  const server = http.createServer((message, reply) => {
    pass(message, reply).catch(() => message.socket.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    settings,
    secrets,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const SECRET_FIELDS = ['refresh_token', 'client_secret', 'client_assertion', 'subject_token'];

function noteSecrets({ authorization, form }: PassedRequest, secrets: Set<string>): void {
  for (const field of SECRET_FIELDS) if (form.has(field)) secrets.add(String(form.get(field)));
  if (authorization !== undefined) secrets.add(authorization.replace(/^\S+ /, ''));
}

interface Forwarded {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

/** Not by fetch, which does not let the Host header be chosen. */
function forward(
  url: URL,
  { method, headers, body }: { method: string; headers: http.OutgoingHttpHeaders; body: string },
): Promise<Forwarded> {
  return new Promise((resolve, reject) => {
    const request = http.request(url, { method, headers }, (answer) => {
      const type = answer.headers['content-type'] ?? 'application/json';
      bodyOf(answer).then((text) => resolve({ status: answer.statusCode ?? 0, type, body: text }), reject);
    });
    request.once('error', reject);
    request.end(method === 'GET' ? undefined : body);
  });
}

async function bodyOf(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of message as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
