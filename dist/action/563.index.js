"use strict";
exports.id = 563;
exports.ids = [563];
exports.modules = {

/***/ 1627:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  T: () => (/* binding */ LABS_PER_PAGE),
  i: () => (/* binding */ createLabApi)
});

// EXTERNAL MODULE: ./build/domain/api-error.js
var api_error = __webpack_require__(1911);
// EXTERNAL MODULE: ./build/domain/call-url.js
var call_url = __webpack_require__(4606);
// EXTERNAL MODULE: ./build/domain/errors.js
var errors = __webpack_require__(3393);
// EXTERNAL MODULE: ./build/domain/explain.js
var domain_explain = __webpack_require__(7491);
// EXTERNAL MODULE: ./build/domain/foreign-text.js
var foreign_text = __webpack_require__(8722);
// EXTERNAL MODULE: ./build/domain/json.js
var json = __webpack_require__(2456);
// EXTERNAL MODULE: ./build/domain/lab.js
var domain_lab = __webpack_require__(2059);
// EXTERNAL MODULE: ./build/domain/lab-plan.js
var lab_plan = __webpack_require__(155);
;// CONCATENATED MODULE: ./build/domain/notification.js


/** More than are ever shown; of a longer list the beginning and the last one are read. */
const MOST_READ = 5_000;
/** Reads the notifications of a lab: a list of strings, each JSON (contract, "details"); undefined when it is no list. */
function readNotifications(value) {
    if (!Array.isArray(value))
        return undefined;
    const read = value.length > MOST_READ ? [...value.slice(0, MOST_READ - 1), value.at(-1)] : value;
    return read.map(readNotification).filter(({ text }) => text !== '');
}
function readNotification(item) {
    const fields = typeof item === 'string' ? (0,json/* asObject */.eB)((0,json/* parseJson */.qF)(item)?.value) : (0,json/* asObject */.eB)(item);
    if (fields === undefined)
        return { at: '', text: (0,foreign_text/* cleanText */.X5)(typeof item === 'string' ? item : '') };
    const data = typeof fields.event_data === 'string' ? fields.event_data : '';
    const at = typeof fields.event_datetime === 'string' ? fields.event_datetime : '';
    return { at, text: (0,foreign_text/* cleanText */.X5)(data, 300) };
}

// EXTERNAL MODULE: ./build/domain/routes.js
var routes = __webpack_require__(884);
;// CONCATENATED MODULE: ./build/domain/scenario.js

/** Nothing that names a content or a profile is longer; what is would only fill logs and outputs. */
const LONGEST_NAME = 500;
/** Reads a Scenario or UnitAttack (contract, "Scenario"); undefined when it has no name. */
function readScenario(value) {
    const fields = (0,json/* asObject */.eB)(value);
    if (fields === undefined || !isName(fields.name))
        return undefined;
    const profiles = Array.isArray(fields.scenario_profiles) ? fields.scenario_profiles : [];
    return {
        name: fields.name,
        profiles: profiles.map((profile) => (0,json/* asObject */.eB)(profile)?.name).filter(isName),
    };
}
function isName(value) {
    return typeof value === 'string' && value !== '' && value.length <= LONGEST_NAME;
}

// EXTERNAL MODULE: ./build/domain/secrets.js
var domain_secrets = __webpack_require__(1665);
// EXTERNAL MODULE: ./build/clients/retry.js
var retry = __webpack_require__(2674);
// EXTERNAL MODULE: ./build/clients/transport.js
var clients_transport = __webpack_require__(2757);
;// CONCATENATED MODULE: ./build/clients/lab-api.js
// Longer than others: the operations of one API, each a few lines, are easiest to compare side by side.














/** Page size of the list of labs: the contract's largest. */
const LABS_PER_PAGE = 100;
/** Creates a client of the scenario API; nothing is sent until a method is called. */
function createLabApi(settings) {
    const { baseUrl, organizationId, workspaceId, endpoints, tokens, secrets } = settings;
    /** Sends a call; a 401 renews the token once and repeats the call once, which a missing scope would not help. */
    async function call(request) {
        let token = await tokens.get(request.limit);
        for (let renewed = false;; renewed = true) {
            try {
                return await send(request, () => token);
            }
            catch (error) {
                if (!(error instanceof retry/* RequestFailed */.D))
                    throw error;
                const explained = explain(request, error);
                if (renewed || explained.code !== 'unauthorized')
                    throw explained;
                token = await tokens.renew(token, request.limit);
            }
        }
    }
    function send(request, token) {
        const { operation, body, effect, limit } = request;
        const shape = {
            method: routes/* OPERATIONS */.x[operation].method,
            url: urlOf(request),
            ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        };
        return (0,retry/* sendWithRetries */.H)(settings, { request: async () => withHeaders(shape, token()), effect, limit });
    }
    function urlOf({ operation, values = {}, query = {}, what }) {
        const path = endpoints[operation] ?? routes/* OPERATIONS */.x[operation].path;
        const resolved = (0,call_url/* resolveUrl */.v)({ baseUrl, path, values, query });
        if ('url' in resolved)
            return resolved.url;
        const remedy = (0,foreign_text/* line */.n8) `Correct the name or the id`;
        throw new errors/* ActionError */.lZ('input-invalid', { what, why: resolved.why, remedy });
    }
    function withHeaders(request, token) {
        return {
            ...request,
            headers: {
                authorization: `Bearer ${token}`,
                'x-organization-id': organizationId,
                'x-workspace-id': workspaceId,
                ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
            },
        };
    }
    function explain({ what }, error) {
        const { answer, cause } = error;
        if (answer !== undefined) {
            const detail = (0,api_error/* errorDetail */.m)(answer.body, secrets.scrub);
            return (0,domain_explain/* explainApiFailure */.G)({
                what,
                status: answer.status,
                detail,
                why: error.why,
                kind: 'status',
                cause: error,
            });
        }
        const transport = cause instanceof clients_transport/* TransportError */.w ? cause.kind : 'lost';
        const kinds = { unreachable: 'no-answer', lost: 'no-answer', tls: 'certificate' };
        const kind = transport === 'truncated' || transport === 'malformed' ? 'not-usable' : kinds[transport];
        return (0,domain_explain/* explainApiFailure */.G)({ what, detail: (0,foreign_text/* line */.n8) ``, why: error.why, kind, cause: error });
    }
    /** Sends a call whose answer must be JSON of a known shape; success is exactly 200 (contract). */
    async function read(request, shape, 
    /** Registers the secrets that the answer brings, before anything is made of it. */
    register = () => { }) {
        const answer = await call(request);
        const parsed = answer.status === 200 ? (0,json/* parseJson */.qF)(answer.body) : undefined;
        if (parsed !== undefined)
            register(parsed.value);
        const result = parsed === undefined ? undefined : shape((0,domain_secrets/* scrubValue */.H)(secrets.scrub, parsed.value));
        if (result === undefined)
            throw unusable(request, answer);
        return result;
    }
    async function change(request) {
        const answer = await call(request);
        if (answer.status !== 200)
            throw unusable(request, answer);
    }
    function unusable({ what }, { status, body }) {
        // The answer itself is not quoted: it may hold tokens that nobody knows of yet.
        const why = status === 200
            ? (0,foreign_text/* line */.n8) `the answer is not what the API's contract says (${kindOfAnswer(body)})`
            : (0,foreign_text/* line */.n8) `the API answered ${status} where only 200 is a success`;
        return (0,domain_explain/* explainApiFailure */.G)({ what, detail: (0,foreign_text/* line */.n8) ``, why, kind: 'not-usable', cause: undefined });
    }
    function scrubbed(answer) {
        return { ...answer, body: (0,domain_secrets/* scrubJson */.K)(secrets.scrub, answer.body) };
    }
    function ofLab(operation, id, limit, what) {
        return { operation, values: { 'lab-id': id }, effect: 'repeatable', what, limit };
    }
    return {
        version: (limit) => read({ operation: 'version', effect: 'repeatable', what: (0,foreign_text/* line */.n8) `read the API's version`, limit }, (value) => (typeof value === 'string' && value !== '' ? value : undefined)),
        scenarios: (kind, limit) => read({
            operation: 'list-scenarios',
            values: { kind },
            effect: 'repeatable',
            what: (0,foreign_text/* line */.n8) `list the ${wordFor(kind)}s`,
            limit,
        }, (value) => listOf(value, readScenario)),
        scenario: (kind, name, limit) => read({
            operation: 'get-scenario',
            values: { kind, name },
            effect: 'repeatable',
            what: (0,foreign_text/* line */.n8) `read ${wordFor(kind)} '${name}'`,
            limit,
        }, readScenario),
        createLab: ({ plan, run, linkTokens }, limit) => read({
            operation: run ? 'run-lab' : 'create-lab',
            values: { kind: plan.kind },
            query: { workspace_id: workspaceId },
            body: {
                lab_config: (0,lab_plan/* labConfigOf */.n)(plan),
                ...(linkTokens === undefined
                    ? {}
                    : {
                        public_access_config: {
                            access_token: linkTokens.accessToken,
                            refresh_token: linkTokens.refreshToken,
                        },
                    }),
            },
            effect: 'creation',
            what: (0,foreign_text/* line */.n8) `${run ? 'launch' : 'create'} lab '${plan.name}'`,
            limit,
        }, (value) => ((0,domain_lab/* isLabId */.v)(value) ? value : undefined)),
        lab: (id, limit) => read(ofLab('get-lab', id, limit, (0,foreign_text/* line */.n8) `read lab ${id}`), (value) => {
            const { lab } = (0,domain_lab/* readLab */.I)(value) ?? {};
            return lab?.id === id ? lab : undefined;
        }, 
        // A description of one lab is only read for labs that are ours: its tokens must not be printed by anybody.
        (value) => {
            for (const token of (0,domain_lab/* readLab */.I)(value)?.tokens ?? [])
                secrets.add(token);
        }),
        labs: ({ all, page }, limit) => read({
            operation: 'list-labs',
            query: { all_labs: String(all), limit: String(LABS_PER_PAGE), page: String(page) },
            effect: 'repeatable',
            what: (0,foreign_text/* line */.n8) `list the labs of the workspace`,
            limit,
        }, (value) => {
            const labs = listOf((0,json/* asObject */.eB)(value)?.data, domain_lab/* readLab */.I)?.map(({ lab }) => lab);
            const total = (0,json/* asObject */.eB)((0,json/* asObject */.eB)(value)?.pagination)?.total_records;
            return labs === undefined
                ? undefined
                : { labs, total: typeof total === 'number' ? total : labs.length };
        }),
        labName: (id, limit) => read(ofLab('lab-config', id, limit, (0,foreign_text/* line */.n8) `read the config of lab ${id}`), (value) => {
            const config = (0,json/* asObject */.eB)(value);
            return config === undefined ? undefined : { name: config.config_name };
        }).then(({ name }) => (typeof name === 'string' ? name : undefined)),
        notifications: (id, limit) => read(ofLab('notifications', id, limit, (0,foreign_text/* line */.n8) `read the notifications of lab ${id}`), readNotifications),
        detail: async (id, detail, limit) => {
            const what = (0,foreign_text/* line */.n8) `read ${detail} of lab ${id}`;
            // The one detail that has an operation of its own.
            const operation = detail === 'notifications' ? 'notifications' : 'detail';
            const request = { ...ofLab(operation, id, limit, what), values: { 'lab-id': id, detail } };
            const answer = await call(request);
            if (answer.status !== 200 || (0,json/* parseJson */.qF)(answer.body) === undefined)
                throw unusable(request, answer);
            return (0,domain_secrets/* scrubJson */.K)(secrets.scrub, answer.body);
        },
        request: async (request, limit) => {
            const token = await tokens.get(limit);
            try {
                const send = { request: async () => withHeaders(request, token), effect: 'once', limit };
                return scrubbed(await (0,retry/* sendWithRetries */.H)(settings, send));
            }
            catch (error) {
                if (!(error instanceof retry/* RequestFailed */.D))
                    throw error;
                if (error.answer !== undefined)
                    return scrubbed(error.answer);
                throw explain({ what: (0,foreign_text/* line */.n8) `call ${request.method} ${new URL(request.url).pathname}` }, error);
            }
        },
        pausedAt: (id, limit) => read(ofLab('paused-status', id, limit, (0,foreign_text/* line */.n8) `read where lab ${id} is paused`), json/* asObject */.eB).then(({ step, is_before_step }) => typeof step === 'string' && step !== ''
            ? { step, isBeforeStep: is_before_step === true }
            : undefined),
        run: (id, limit) => change({ ...ofLab('run', id, limit, (0,foreign_text/* line */.n8) `run lab ${id}`), effect: 'once' }),
        resume: (id, limit) => change({ ...ofLab('resume', id, limit, (0,foreign_text/* line */.n8) `resume lab ${id}`), effect: 'once' }),
        stop: (id, limit) => change(ofLab('stop', id, limit, (0,foreign_text/* line */.n8) `stop lab ${id}`)),
        remove: (id, limit) => change(ofLab('delete-lab', id, limit, (0,foreign_text/* line */.n8) `delete lab ${id}`)),
    };
}
function kindOfAnswer(body) {
    if (body.trim() === '')
        return 'it is empty';
    if ((0,api_error/* looksLikeMarkup */.V)(body))
        return 'it is an HTML page';
    return (0,json/* parseJson */.qF)(body) === undefined ? 'it is no JSON' : 'its fields are others';
}
/** Reads each item of a list; undefined when it is no list or an item has not the shape. */
function listOf(value, shape) {
    if (!Array.isArray(value))
        return undefined;
    const items = value.map(shape);
    return items.every((item) => item !== undefined) ? items : undefined;
}
function wordFor(kind) {
    return kind.replace('_', ' ');
}


/***/ }),

/***/ 3142:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   k: () => (/* binding */ ProxyAgent)
/* harmony export */ });
/* unused harmony export fetch */
// `@actions/http-client` and `@actions/github` import `undici` for `fetch` and its proxy dispatcher. This action
// uses neither: every request goes through `http.ts`. The bundler puts this file in undici's place (tsconfig.json,
// "paths"), which spares each run some 450 kB of source to read and half of the start-up time.
/** Inert: `@actions/github` constructs one while it is loaded when a proxy is configured. */
class ProxyAgent {
}
/** Never called; an error rather than a silent bypass of proxy and certificate settings if a new version did. */
function fetch() {
    throw new Error('undici is not part of this bundle');
}


/***/ }),

/***/ 2674:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   D: () => (/* binding */ RequestFailed),
/* harmony export */   H: () => (/* binding */ sendWithRetries)
/* harmony export */ });
/* harmony import */ var _domain_duration__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(8326);
/* harmony import */ var _domain_foreign_text__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(8722);
/* harmony import */ var _domain_retry_policy__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(1881);
/* harmony import */ var _transport__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(2757);




/** No usable answer after all tries. */
class RequestFailed extends Error {
    failure;
    /** The last answer, where there was one. */
    answer;
    why;
    constructor(options) {
        super(options.why, { cause: options.cause });
        this.name = 'RequestFailed';
        this.failure = options.failure;
        this.answer = options.answer;
        this.why = options.why;
    }
}
/**
 * Sends a request until it has an answer of status 2xx, 3xx or a final refusal, as the retry policy says.
 * @throws RequestFailed when the tries are spent or must not be repeated, or the limit's reason when that aborts
 */
async function sendWithRetries(settings, attempts) {
    const { clock, log, retries, random } = settings;
    const { effect, limit } = attempts;
    for (let attempt = 1;; attempt += 1) {
        const outcome = await tryOnce(settings, attempts, attempt);
        if ('answer' in outcome && outcome.failure === undefined)
            return outcome.answer;
        const failed = outcome;
        const decision = (0,_domain_retry_policy__WEBPACK_IMPORTED_MODULE_2__/* .decideRetry */ .tE)({
            effect,
            failure: failed.failure,
            attempt,
            retries,
            remainingMs: limit.remainingMs(),
            random: random(),
        });
        if (decision.action !== 'retry')
            throw new RequestFailed(failed);
        log.info((0,_domain_foreign_text__WEBPACK_IMPORTED_MODULE_3__/* .line */ .n8) `${failed.what}: ${failed.why}. Try ${attempt + 1} of ${retries + 1} in ${(0,_domain_duration__WEBPACK_IMPORTED_MODULE_0__/* .formatDuration */ .a)(decision.waitMs)}.`);
        await clock.sleep(decision.waitMs, limit.signal);
    }
}
async function tryOnce(settings, { request, limit }, attempt) {
    const { send, clock, log, requestTimeoutMs } = settings;
    const shape = await request();
    const what = (0,_domain_foreign_text__WEBPACK_IMPORTED_MODULE_3__/* .line */ .n8) `${shape.method} ${pathOf(shape.url)}`;
    const startedAt = clock.now();
    const trace = (outcome) => log.debug((0,_domain_foreign_text__WEBPACK_IMPORTED_MODULE_3__/* .line */ .n8) `${what} ${outcome} after ${Math.round(clock.now() - startedAt)}ms (try ${attempt})`);
    try {
        const answer = await send({ ...shape, timeoutMs: requestTimeoutMs, signal: limit.signal });
        trace((0,_domain_foreign_text__WEBPACK_IMPORTED_MODULE_3__/* .line */ .n8) `answered ${answer.status}`);
        if (answer.status < 400)
            return { answer };
        const retryAfterMs = (0,_domain_retry_policy__WEBPACK_IMPORTED_MODULE_2__/* .parseRetryAfter */ .mu)(answer.headers['retry-after'], clock.date());
        const failure = {
            kind: 'status',
            status: answer.status,
            ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
        };
        return { failure, answer, what, why: (0,_domain_foreign_text__WEBPACK_IMPORTED_MODULE_3__/* .line */ .n8) `the server answered ${answer.status}` };
    }
    catch (error) {
        if (!(error instanceof _transport__WEBPACK_IMPORTED_MODULE_1__/* .TransportError */ .w))
            throw error;
        trace(error.why);
        return { failure: error.failure, what, why: error.why, cause: error };
    }
}
/** Path without the query: enough to follow a log, and free of ids that a user put there. */
function pathOf(url) {
    const { host, pathname } = new URL(url);
    return `${host}${pathname}`;
}


/***/ }),

/***/ 8273:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  x: () => (/* binding */ issuerOf),
  F: () => (/* binding */ requestToken)
});

// EXTERNAL MODULE: ./build/domain/api-error.js
var api_error = __webpack_require__(1911);
// EXTERNAL MODULE: ./build/domain/client-authentication.js
var client_authentication = __webpack_require__(2678);
// EXTERNAL MODULE: ./build/domain/duration.js
var duration = __webpack_require__(8326);
// EXTERNAL MODULE: ./build/domain/errors.js
var errors = __webpack_require__(3393);
// EXTERNAL MODULE: ./build/domain/explain.js
var explain = __webpack_require__(7491);
// EXTERNAL MODULE: ./build/domain/explain-login.js
var explain_login = __webpack_require__(2615);
// EXTERNAL MODULE: ./build/domain/foreign-text.js
var foreign_text = __webpack_require__(8722);
;// CONCATENATED MODULE: ./build/domain/grant.js
/** The form fields of a grant, without those of the client's authentication. An empty scope is left out: Keycloak refuses it. */
function grantForm(grant) {
    switch (grant.type) {
        case 'client_credentials':
            return withScope({ grant_type: 'client_credentials' }, grant.scope);
        case 'refresh_token':
            return withScope({ grant_type: 'refresh_token', refresh_token: grant.refreshToken }, grant.scope);
        case 'token_exchange':
            return exchangeForm(grant);
    }
}
/** Contract, "public-link token": exactly these fields, and no `subject_token_type`. */
function exchangeForm(grant) {
    const fields = {
        grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
        ...(grant.clientId === undefined ? {} : { client_id: grant.clientId }),
        subject_token: grant.subjectToken,
        requested_token_type: 'urn:ietf:params:oauth:token-type:refresh_token',
        audience: 'crisis',
        scope: 'basic offline_access',
        ...grant.overrides,
    };
    return Object.fromEntries(Object.entries(fields).filter((field) => field[1] !== null));
}
function withScope(form, scope) {
    return scope === undefined || scope === '' ? form : { ...form, scope };
}

// EXTERNAL MODULE: ./build/domain/json.js
var json = __webpack_require__(2456);
// EXTERNAL MODULE: ./build/domain/secrets.js
var domain_secrets = __webpack_require__(1665);
// EXTERNAL MODULE: ./build/domain/jwt.js
var jwt = __webpack_require__(113);
;// CONCATENATED MODULE: ./build/domain/token-response.js

/** Reads a 200 answer; undefined when it is not a token answer. */
function readTokenSet(body) {
    if (typeof body !== 'object' || body === null)
        return undefined;
    const { access_token, expires_in, refresh_token, scope } = body;
    if (!isToken(access_token))
        return undefined;
    if (refresh_token !== undefined && refresh_token !== null && !isToken(refresh_token))
        return undefined;
    // Keycloak does not narrow the answer's `scope` on refresh; the access token's claim is what the API sees.
    const granted = (0,jwt/* decodeClaims */.Y)(access_token)?.scope ?? scope;
    return {
        accessToken: access_token,
        expiresIn: isLifetime(expires_in) ? expires_in : 60,
        ...(isToken(refresh_token) ? { refreshToken: refresh_token } : {}),
        ...(typeof granted === 'string' ? { grantedScopes: granted.split(' ').filter(Boolean) } : {}),
    };
}
/** JSON can hold numbers that are read as infinite; a token that never ends would never be renewed. */
function isLifetime(value) {
    return typeof value === 'number' && value > 0 && value < 1e9;
}
/** A token goes into a header and a form, so it is printable ASCII without spaces (RFC 6750 section 2.1), and not endless. */
function isToken(value) {
    return typeof value === 'string' && value.length <= 65_536 && /^[\x21-\x7e]+$/.test(value);
}
/** Reads an error answer; undefined when the body is not OAuth's (an empty 503, a proxy's HTML page). */
function readTokenRefusal(body) {
    if (typeof body !== 'object' || body === null)
        return undefined;
    const { error, error_description } = body;
    if (typeof error !== 'string' || error === '')
        return undefined;
    return { error, description: typeof error_description === 'string' ? error_description : '' };
}

// EXTERNAL MODULE: ./build/clients/retry.js
var retry = __webpack_require__(2674);
// EXTERNAL MODULE: ./build/clients/transport.js
var clients_transport = __webpack_require__(2757);
;// CONCATENATED MODULE: ./build/clients/token-endpoint.js













/** The issuer of a realm (contract, "Addresses"): also the one audience of a client assertion. */
function issuerOf({ authUrl, realm }) {
    return `${authUrl}/realms/${encodeURIComponent(realm)}`;
}
/**
 * Asks the token endpoint (RFC 6749 section 3.2) and reads its answer.
 * @throws ActionError with the code that the refusal deserves
 */
async function requestToken(settings, request) {
    const first = await ask(settings, request, 0);
    if ('tokens' in first)
        return first.tokens;
    const early = settings.authentication.method === 'github-oidc' && (0,explain_login/* isFromTheFuture */.vU)(first.refusal);
    if (!early || request.limit.remainingMs() <= SKEW_MS)
        throw first.error;
    settings.log.info((0,foreign_text/* line */.n8) `The identity provider's clock is behind that of GitHub. Trying once more, with a new id token, in ${(0,duration/* formatDuration */.a)(SKEW_MS)}.`);
    const second = await ask(settings, request, SKEW_MS);
    if ('tokens' in second)
        return second.tokens;
    throw second.error;
}
/**
 * Keycloak allows an id token of another issuer no clock skew at all. The second one is fetched first and then rests
 * so long: fetched after the pause it would be as far ahead as the first.
 */
const SKEW_MS = 2_000;
/** @throws ActionError where there is no answer, or the limit's reason */
async function ask(settings, request, restMs) {
    const { secrets, authentication, clock } = settings;
    const issuer = issuerOf(settings);
    const url = `${issuer}/protocol/openid-connect/token`;
    let assertion;
    const makeRequest = async () => {
        const added = await (0,client_authentication/* authenticationParameters */.rL)(authentication, async () => {
            assertion = await settings.assertion(issuer, request.limit);
            if (restMs > 0)
                await clock.sleep(restMs, request.limit.signal);
            return assertion;
        });
        const { authorization } = added.headers;
        if (authorization !== undefined)
            secrets.add(authorization.replace(/^Basic /, ''));
        return {
            method: 'POST',
            url,
            headers: { ...added.headers, 'content-type': 'application/x-www-form-urlencoded' },
            body: new URLSearchParams({ ...grantForm(request.grant), ...added.form }).toString(),
        };
    };
    let answer;
    try {
        answer = await (0,retry/* sendWithRetries */.H)(settings, { ...request, request: makeRequest });
    }
    catch (error) {
        if (!(error instanceof retry/* RequestFailed */.D))
            throw error;
        if (error.answer === undefined)
            throw unanswered(error, { url, effect: request.effect });
        answer = error.answer;
    }
    const tokens = answer.status === 200 ? readTokenSet((0,json/* parseJson */.qF)(answer.body)?.value) : undefined;
    if (tokens === undefined)
        return refused(answer);
    secrets.add(tokens.accessToken);
    if (tokens.refreshToken !== undefined)
        secrets.add(tokens.refreshToken);
    return { tokens };
    function refused({ status, body }) {
        const said = status >= 400 ? (0,json/* parseJson */.qF)(body)?.value : undefined;
        const refusal = readTokenRefusal((0,domain_secrets/* scrubValue */.H)(secrets.scrub, said));
        const error = (0,explain_login/* explainLoginRefusal */.ph)({
            grant: request.grant.type,
            authentication,
            ...(assertion === undefined ? {} : { assertion }),
            issuer,
            tokenEndpoint: url,
            realm: settings.realm,
            status,
            ...(refusal === undefined ? {} : { refusal }),
            detail: status === 200 ? (0,foreign_text/* line */.n8) `no token answer` : (0,api_error/* errorDetail */.m)(body, secrets.scrub),
        });
        return { error, refusal };
    }
}
function unanswered(error, { url, effect }) {
    const transport = error.cause instanceof clients_transport/* TransportError */.w ? error.cause.kind : undefined;
    const parts = { what: (0,foreign_text/* line */.n8) `log in at ${url}`, why: error.why, cause: error };
    if (effect === 'once' && transport !== 'unreachable' && transport !== 'tls') {
        const remedy = (0,foreign_text/* line */.n8) `The refresh token is single-use and may be spent by now, so it is not sent again: log in again and store the new one, or use a service account`;
        return new errors/* ActionError */.lZ('network', { ...parts, remedy });
    }
    if (transport === 'truncated' || transport === 'malformed') {
        const remedy = (0,foreign_text/* line */.n8) `Check that auth-url (or domain) is the identity provider's address`;
        return new errors/* ActionError */.lZ('response-invalid', { ...parts, remedy });
    }
    const remedy = transport === 'tls'
        ? explain/* CERTIFICATE_REMEDY */.p
        : (0,foreign_text/* line */.n8) `Check auth-url (or domain), and that the runner may reach it (proxy, firewall)`;
    return new errors/* ActionError */.lZ('network', { ...parts, remedy });
}


/***/ }),

/***/ 2757:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   w: () => (/* binding */ TransportError)
/* harmony export */ });
/** There is no usable answer. */
class TransportError extends Error {
    kind;
    why;
    constructor(kind, why, cause) {
        super(why, { cause });
        this.name = 'TransportError';
        this.kind = kind;
        this.why = why;
    }
    /** What the retry policy needs to know. */
    get failure() {
        return FAILURES[this.kind];
    }
}
const FAILURES = {
    unreachable: { kind: 'unreachable' },
    lost: { kind: 'lost' },
    truncated: { kind: 'lost' },
    tls: { kind: 'untrusted' },
    malformed: { kind: 'unusable' },
};


/***/ }),

/***/ 9553:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $: () => (/* binding */ removeLabs)
/* harmony export */ });
/* harmony import */ var _domain_errors__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3393);
/* harmony import */ var _domain_foreign_text__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(8722);
/* harmony import */ var _find_labs__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(9552);



/**
 * Removes the labs of journal entries, all at once. A lab that is gone already is fine; an entry without an id is
 * looked up by its name, because the server may have finished a creation whose answer nobody saw. Never throws.
 */
function removeLabs(cleanUp, entries) {
    return Promise.all(entries.map((entry) => removeEntry(cleanUp, entry)));
}
async function removeEntry(cleanUp, entry) {
    const removed = [];
    try {
        if (entry.id !== undefined)
            removed.push(await removeLab(cleanUp, entry.id));
        if (entry.id === undefined || entry.repeated === true) {
            if (!entry.unique)
                throw cannotTell(entry);
            removed.push(...(await removeByName(cleanUp, entry)));
        }
        return { entry, removed };
    }
    catch (error) {
        return { entry, removed, error: asRemovalError(error, entry) };
    }
}
/** Resolves to the id once the lab is removed, or was gone already. */
async function removeLab({ api, log, method, limit }, id) {
    try {
        await (method === 'stop' ? api.stop(id, limit) : api.remove(id, limit));
        log.info((0,_domain_foreign_text__WEBPACK_IMPORTED_MODULE_2__/* .line */ .n8) `Lab ${id} was ${method === 'stop' ? 'stopped' : 'deleted'}.`);
    }
    catch (error) {
        if (!(error instanceof _domain_errors__WEBPACK_IMPORTED_MODULE_0__/* .ActionError */ .lZ) || error.code !== 'not-found')
            throw error;
        log.info((0,_domain_foreign_text__WEBPACK_IMPORTED_MODULE_2__/* .line */ .n8) `Lab ${id} was gone already.`);
    }
    return id;
}
async function removeByName(cleanUp, entry) {
    const { api, clock, limit, looksAfterMs } = cleanUp;
    const removed = new Set();
    for (const pause of looksAfterMs) {
        await clock.sleep(pause, limit.signal);
        const found = await (0,_find_labs__WEBPACK_IMPORTED_MODULE_1__/* .findLabsByName */ .C8)(api, limit, entry);
        const ids = found.map(({ id }) => id).filter((id) => id !== entry.id && !removed.has(id));
        for (const id of await Promise.all(ids.map((id) => removeLab(cleanUp, id))))
            removed.add(id);
    }
    return [...removed];
}
function cannotTell({ name }) {
    return new _domain_errors__WEBPACK_IMPORTED_MODULE_0__/* .ActionError */ .lZ('not-found', {
        what: (0,_domain_foreign_text__WEBPACK_IMPORTED_MODULE_2__/* .line */ .n8) `remove lab '${name}'`,
        why: (0,_domain_foreign_text__WEBPACK_IMPORTED_MODULE_2__/* .line */ .n8) `its creation was not answered, and others may bear the name that was chosen for it`,
        remedy: (0,_domain_foreign_text__WEBPACK_IMPORTED_MODULE_2__/* .line */ .n8) `Look for it in the workspace and stop it there`,
    });
}
function asRemovalError(thrown, { id, name }) {
    const why = thrown instanceof _domain_errors__WEBPACK_IMPORTED_MODULE_0__/* .ActionError */ .lZ
        ? thrown.parts.why
        : (0,_domain_foreign_text__WEBPACK_IMPORTED_MODULE_2__/* .line */ .n8) `${thrown instanceof Error ? thrown.message : thrown}`;
    const lab = id === undefined ? (0,_domain_foreign_text__WEBPACK_IMPORTED_MODULE_2__/* .line */ .n8) `'${name}'` : (0,_domain_foreign_text__WEBPACK_IMPORTED_MODULE_2__/* .line */ .n8) `${id} ('${name}')`;
    return new _domain_errors__WEBPACK_IMPORTED_MODULE_0__/* .ActionError */ .lZ(thrown instanceof _domain_errors__WEBPACK_IMPORTED_MODULE_0__/* .ActionError */ .lZ ? thrown.code : 'internal', {
        what: (0,_domain_foreign_text__WEBPACK_IMPORTED_MODULE_2__/* .line */ .n8) `remove lab ${lab}`,
        why,
        remedy: (0,_domain_foreign_text__WEBPACK_IMPORTED_MODULE_2__/* .line */ .n8) `Stop it on the platform, or by a step with command: stop and its id in lab-ids`,
        cause: thrown,
    });
}


/***/ }),

/***/ 9552:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   C8: () => (/* binding */ findLabsByName),
/* harmony export */   H3: () => (/* binding */ listLabs)
/* harmony export */ });
/* unused harmony export byAge */
/* harmony import */ var _clients_lab_api__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1627);
/* harmony import */ var _domain_errors__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3393);
/* harmony import */ var _domain_lab_config__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(7186);



/** A safety net against a server whose pages never end. */
const MOST_PAGES = 1_000;
/** All labs of the workspace, page by page; `all` includes the stopped ones. */
async function listLabs(api, limit, { all }) {
    const labs = new Map();
    for (let page = 1; page <= MOST_PAGES; page += 1) {
        const answer = await api.labs({ all, page }, limit);
        const before = labs.size;
        // Labs that come or go between two pages shift the rest: one seen twice counts once.
        for (const lab of answer.labs)
            labs.set(lab.id, lab);
        if (answer.labs.length < _clients_lab_api__WEBPACK_IMPORTED_MODULE_0__/* .LABS_PER_PAGE */ .T || labs.size === before || labs.size >= answer.total)
            break;
    }
    return [...labs.values()];
}
/**
 * The labs that still run and bear a name, oldest first. Only the config tells the name, so it is read for labs of the
 * same content alone.
 */
async function findLabsByName(api, limit, mark) {
    const labs = await listLabs(api, limit, { all: false });
    const candidates = labs.filter((lab) => (lab.content === mark.content || lab.content === '') &&
        (mark.kind === undefined || lab.contentType === '' || lab.contentType === _domain_lab_config__WEBPACK_IMPORTED_MODULE_2__/* .CONTENT_TYPES */ .yw[mark.kind]));
    const names = await Promise.all(candidates.map((lab) => nameOf(api, limit, lab)));
    return candidates.filter((_, index) => names[index] === mark.name).sort(byAge);
}
/** A lab that is gone meanwhile, or that is not ours to read, bears no name of ours. */
async function nameOf(api, limit, { id }) {
    try {
        return await api.labName(id, limit);
    }
    catch (error) {
        if (error instanceof _domain_errors__WEBPACK_IMPORTED_MODULE_1__/* .ActionError */ .lZ && (error.code === 'not-found' || error.code === 'forbidden'))
            return undefined;
        throw error;
    }
}
/** Creation time, then id: the order in which two runs agree on who stays. */
function byAge(a, b) {
    return (a.createdAt ?? 0) - (b.createdAt ?? 0) || (a.id < b.id ? -1 : 1);
}


/***/ }),

/***/ 2988:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  N: () => (/* binding */ connect)
});

// EXTERNAL MODULE: ./build/domain/errors.js
var errors = __webpack_require__(3393);
// EXTERNAL MODULE: ./build/domain/explain-login.js
var explain_login = __webpack_require__(2615);
// EXTERNAL MODULE: ./build/domain/foreign-text.js
var foreign_text = __webpack_require__(8722);
// EXTERNAL MODULE: ./build/domain/jwt.js
var jwt = __webpack_require__(113);
// EXTERNAL MODULE: ./build/clients/retry.js
var retry = __webpack_require__(2674);
// EXTERNAL MODULE: ./build/clients/token-endpoint.js + 2 modules
var token_endpoint = __webpack_require__(8273);
;// CONCATENATED MODULE: ./build/clients/access-token.js






/** Creates the step's access tokens; nothing is sent until one is asked for. */
function createAccessTokens(settings) {
    const { clock, login } = settings;
    let current;
    let underWay;
    let refreshToken = login.kind === 'person' ? login.refreshToken : undefined;
    let first = true;
    let spent = false;
    let hopeless;
    /** One login at a time: parallel callers share it. */
    function renewed(limit) {
        underWay ??= logIn(limit).finally(() => {
            underWay = undefined;
        });
        return underWay;
    }
    async function logIn(limit) {
        if (hopeless !== undefined)
            throw hopeless;
        const { grant, effect } = nextGrant();
        // Once: the tokens that follow it are this run's own, and were never stored.
        if (effect === 'once' && !spent)
            settings.onSpent();
        spent ||= effect === 'once';
        const startedAt = clock.now();
        const tokens = await (0,token_endpoint/* requestToken */.F)(settings, { grant, effect, limit }).catch((error) => {
            hopeless = hopelessAfter(error, effect);
            throw error;
        });
        // Keycloak returns a new refresh token each time; with rotation on, the old one is dead from here on.
        if (login.kind === 'person')
            refreshToken = tokens.refreshToken ?? refreshToken;
        if (first)
            settings.onGranted(tokens.grantedScopes);
        first = false;
        current = {
            accessToken: tokens.accessToken,
            renewAt: startedAt + lifetimeToUse(tokens),
            endsAt: startedAt + tokens.expiresIn * 1_000,
        };
        return current;
    }
    function nextGrant() {
        if (login.kind === 'service-account') {
            return { grant: { type: 'client_credentials', scope: login.scope }, effect: 'repeatable' };
        }
        const token = refreshToken ?? login.refreshToken;
        const grant = {
            type: 'refresh_token',
            refreshToken: token,
            ...(login.scope === undefined ? {} : { scope: login.scope }),
        };
        return { grant, effect: (0,jwt/* isSingleUse */.C)(token) ? 'once' : 'refresh' };
    }
    async function get(limit) {
        // When no login is to be had any more, the rest of the last one's life still removes labs.
        const until = hopeless === undefined ? current?.renewAt : current?.endsAt;
        if (current !== undefined && until !== undefined && clock.now() < until)
            return current.accessToken;
        return (await renewed(limit)).accessToken;
    }
    return {
        get,
        renew: async (refusedToken, limit) => {
            if (current !== undefined && current.accessToken !== refusedToken)
                return current.accessToken;
            return (await renewed(limit)).accessToken;
        },
        mintLinkTokens: async (limit) => {
            const subjectToken = await get(limit);
            const clientId = clientIdOf(settings.authentication);
            const grant = {
                type: 'token_exchange',
                subjectToken,
                ...(clientId === undefined ? {} : { clientId }),
                overrides: settings.exchangeOverrides,
            };
            const tokens = await (0,token_endpoint/* requestToken */.F)(settings, { grant, effect: 'repeatable', limit });
            if (tokens.refreshToken === undefined)
                throw noRefreshToken();
            return { accessToken: tokens.accessToken, refreshToken: tokens.refreshToken };
        },
    };
}
/** Refusals that no repetition changes. */
const FINAL = ['refresh-token-dead', 'client-rejected', 'scope-rejected'];
/**
 * What every later login of this run ends with, without a request; undefined where one may be tried. A refresh token
 * that may have been received and is, or may be, single-use is not sent again: the server takes that for a theft and
 * ends the whole login.
 */
function hopelessAfter(error, effect) {
    const failure = error instanceof errors/* ActionError */.lZ ? error.cause : undefined;
    if (failure instanceof retry/* RequestFailed */.D) {
        const lost = failure.failure.kind === 'lost' && effect === 'refresh';
        return error instanceof errors/* ActionError */.lZ &&
            (lost || (effect === 'once' && failure.failure.kind !== 'unreachable'))
            ? error
            : undefined;
    }
    if (error instanceof errors/* ActionError */.lZ && FINAL.includes(error.code))
        return error;
    return effect === 'once' ? spentToken(error) : undefined;
}
/** The step ended, or the server failed, while the token was under way. */
function spentToken(cause) {
    return new errors/* ActionError */.lZ('network', {
        what: (0,foreign_text/* line */.n8) `log in again`,
        why: (0,foreign_text/* line */.n8) `the refresh token is single-use and was sent without a usable answer, so it is not sent a second time`,
        remedy: (0,foreign_text/* line */.n8) `Log in again and store the new refresh token, or use a service account`,
        cause,
    });
}
/** Renewed when four fifths of the life are over, at most 10 s early: late enough to cost one request per lifetime. */
function lifetimeToUse({ expiresIn }) {
    const lifetimeMs = expiresIn * 1_000;
    return lifetimeMs - Math.min(10_000, lifetimeMs / 5);
}
function clientIdOf(authentication) {
    return authentication.method === 'github-oidc' ? undefined : authentication.clientId;
}
/** Contract, "…for a service account": Keycloak leaves it out when the subject's session is transient. */
function noRefreshToken() {
    return new errors/* ActionError */.lZ('token-exchange-rejected', {
        what: (0,foreign_text/* line */.n8) `mint the public link's token`,
        why: (0,foreign_text/* line */.n8) `the identity provider's answer to the token exchange holds no refresh token, and the link needs one`,
        remedy: explain_login/* NO_REFRESH_TOKEN_REMEDY */.NA,
    });
}

// EXTERNAL MODULE: ./build/domain/json.js
var json = __webpack_require__(2456);
// EXTERNAL MODULE: ./build/clients/transport.js
var transport = __webpack_require__(2757);
;// CONCATENATED MODULE: ./build/clients/discovery.js






/** The discovery document of a realm (OpenID Connect Discovery 1.0, section 4). */
function discoveryUrl(settings) {
    return `${(0,token_endpoint/* issuerOf */.x)(settings)}/.well-known/openid-configuration`;
}
/**
 * The issuer that a realm's discovery document names.
 * @throws ActionError realm-not-found, network, server-error or response-invalid
 */
async function discoverIssuer(settings, limit) {
    const url = discoveryUrl(settings);
    const what = (0,foreign_text/* line */.n8) `read ${url}`;
    const request = async () => ({ method: 'GET', url, headers: {} });
    try {
        const answer = await (0,retry/* sendWithRetries */.H)(settings, { request, effect: 'repeatable', limit });
        const issuer = answer.status === 200 ? (0,json/* asObject */.eB)((0,json/* parseJson */.qF)(answer.body)?.value)?.issuer : undefined;
        if (typeof issuer === 'string' && issuer !== '')
            return issuer;
        throw new errors/* ActionError */.lZ('response-invalid', {
            what,
            why: (0,foreign_text/* line */.n8) `it answered ${answer.status} without the name of an issuer`,
            remedy: AUTH_URL_REMEDY,
        });
    }
    catch (error) {
        if (!(error instanceof retry/* RequestFailed */.D))
            throw error;
        throw explain(error, what, settings.realm);
    }
}
const AUTH_URL_REMEDY = (0,foreign_text/* line */.n8) `Check that auth-url (or domain) is the identity provider's address, not that of a web page or a proxy`;
function explain({ answer, why, cause }, what, realm) {
    if (answer === undefined)
        return new errors/* ActionError */.lZ('network', { what, why, remedy: AUTH_URL_REMEDY, cause });
    if (answer.status === 404) {
        const remedy = (0,foreign_text/* line */.n8) `Check auth-url (or domain) and that the realm is called '${realm}' (input realm, capital letters count)`;
        return new errors/* ActionError */.lZ('realm-not-found', { what, why, remedy });
    }
    if (answer.status >= 500) {
        const remedy = (0,foreign_text/* line */.n8) `Check the identity provider's state and run the job again`;
        return new errors/* ActionError */.lZ('server-error', { what, why, remedy });
    }
    return new errors/* ActionError */.lZ('response-invalid', { what, why, remedy: AUTH_URL_REMEDY });
}
/** Whether anything answers at an address, whatever it says; no secret is sent. */
async function reach(settings, url, limit) {
    // Somebody sits in front of this one: a second try catches a passing failure, more would only keep them waiting.
    const brief = { ...settings, retries: Math.min(1, settings.retries) };
    const request = async () => ({ method: 'GET', url, headers: {} });
    try {
        await (0,retry/* sendWithRetries */.H)(brief, { request, effect: 'repeatable', limit });
        return { kind: 'answers' };
    }
    catch (error) {
        if (!(error instanceof retry/* RequestFailed */.D))
            throw error;
        if (error.answer !== undefined)
            return { kind: 'answers' };
        const isTls = error.cause instanceof transport/* TransportError */.w && error.cause.kind === 'tls';
        return { kind: isTls ? 'tls' : 'silent', why: (0,foreign_text/* cleanText */.X5)(error.why) };
    }
}

// EXTERNAL MODULE: ./build/node_modules/@actions/http-client/lib/index.js + 1 modules
var lib = __webpack_require__(2545);
// EXTERNAL MODULE: ./build/domain/duration.js
var duration = __webpack_require__(8326);
// EXTERNAL MODULE: external "node:http"
var external_node_http_ = __webpack_require__(7067);
// EXTERNAL MODULE: external "node:https"
var external_node_https_ = __webpack_require__(4708);
// EXTERNAL MODULE: external "node:tls"
var external_node_tls_ = __webpack_require__(1692);
;// CONCATENATED MODULE: ./build/clients/agents.js




/** More requests than this at once wait for a connection: a launch of 500 labs shall not make 500 TLS handshakes. */
const MOST_CONNECTIONS = 50;
/** An unused connection is dropped after this: servers hang up on silent ones, some of them with a status of 408. */
const EARLY_FOR_MS = 5_000;
/**
 * An agent with keep-alive, by proxy where `https_proxy`/`no_proxy` say so.
 * @param refused makes the error for a proxy that answers a CONNECT with another status than 200
 */
async function createAgent(url, tls, refused) {
    const kept = { keepAlive: true, maxSockets: MOST_CONNECTIONS };
    const options = { ...kept, ...tls };
    const proxy = (0,lib/* getProxyUrl */.s_)(url.href);
    if (proxy === '')
        return url.protocol === 'https:' ? new external_node_https_.Agent(options) : new external_node_http_.Agent(kept);
    const { HttpsProxyAgent } = await __webpack_require__.e(/* import() */ 659).then(__webpack_require__.bind(__webpack_require__, 7659));
    const agent = new HttpsProxyAgent(proxy, options);
    // Else it would hand the proxy's refusal to us as if the platform had answered.
    agent.on('proxyConnect', ({ statusCode }, request) => {
        if (statusCode !== 200)
            request.destroy(refused(statusCode));
    });
    return agent;
}
/**
 * Opens the connection that an agent's first request will take, so that its round trips pass while something else is
 * waited for. The agent asks for a connection where it always does and is handed this one, unless it broke meanwhile:
 * then it makes its own and meets the reason itself. Behind a proxy nothing is opened. Returns how to drop it.
 */
function openEarly(agent, url, tls) {
    if ((0,lib/* getProxyUrl */.s_)(url.href) !== '')
        return () => { };
    const connect = agent.createConnection.bind(agent);
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
    const isAddress = /^\[|^[\d.]+$/.test(url.hostname);
    const target = {
        ...tls,
        keepAlive: true,
        noDelay: true,
        host,
        port: url.port || (url.protocol === 'https:' ? 443 : 80),
        // As the agent does it: an address is no name that a server could be asked for.
        servername: isAddress ? '' : host,
    };
    // Under this name the agent keeps the TLS session, for its later connections to resume.
    const early = connect({ ...target, _agentKey: agent.getName(target) });
    const drop = () => void early.destroy();
    early.on('error', drop).setTimeout(EARLY_FOR_MS, drop);
    agent.createConnection = (...request) => {
        agent.createConnection = connect;
        if (early.destroyed)
            return connect(...request);
        early.setTimeout(0, drop);
        return early;
    };
    return drop;
}
/**
 * Options for `tls.connect`: one context for all connections, because each of its own would read every root anew
 * (10 ms and half a megabyte). Giving `ca` replaces Node's roots, so they are named again.
 */
function trust({ ca, cert, key }) {
    // `getCACertificates` is in Node 22.15 and later; it also knows NODE_EXTRA_CA_CERTS.
    const roots = typeof external_node_tls_.getCACertificates === 'function' ? external_node_tls_.getCACertificates : () => external_node_tls_.rootCertificates;
    const secureContext = (0,external_node_tls_.createSecureContext)({
        ...(ca === undefined ? {} : { ca: [...roots('default'), ca] }),
        ...(cert === undefined ? {} : { cert }),
        ...(key === undefined ? {} : { key }),
    });
    return { secureContext };
}

;// CONCATENATED MODULE: ./build/clients/http.js





/** Answers larger than this are refused. */
const MAX_BODY_BYTES = 10 * 1024 * 1024;
/**
 * Connections with keep-alive, by proxy where `https_proxy`/`no_proxy` say so. `@actions/http-client` shapes the
 * requests; its own retries, redirects, time-outs and JSON handling are not used.
 */
function openConnections(tls) {
    const agents = new Map();
    const drops = [];
    let closed = false;
    let trusted;
    async function agentFor(url) {
        const known = agents.get(url.origin);
        if (known !== undefined)
            return known;
        const agent = await createAgent(url, tlsFor(url), refusedByProxy);
        const first = agents.get(url.origin) ?? agent;
        agents.set(url.origin, first);
        return first;
    }
    function tlsFor({ protocol }) {
        if (protocol !== 'https:')
            return {};
        trusted ??= trust(tls);
        return trusted;
    }
    return {
        send: async (request) => {
            const url = new URL(request.url);
            const agent = await agentFor(url);
            return exchange(request, { agent, tls: tlsFor(url) });
        },
        prepare: (address) => {
            const url = new URL(address);
            if (agents.has(url.origin))
                return;
            const open = (agent) => {
                if (!closed)
                    drops.push(openEarly(agent, url, tlsFor(url)));
            };
            // After the request that is on its way out now; what is wrong with this address, its own requests will tell.
            agentFor(url).then((agent) => setImmediate(open, agent), () => { });
        },
        close: () => {
            closed = true;
            for (const drop of drops)
                drop();
            for (const agent of agents.values())
                agent.destroy();
        },
    };
}
function refusedByProxy(status) {
    return new transport/* TransportError */.w('unreachable', (0,foreign_text/* line */.n8) `the proxy answered ${status}`);
}
async function exchange(request, route) {
    request.signal.throwIfAborted();
    const stop = new AbortController();
    let timedOut = false;
    const onAbort = () => stop.abort();
    request.signal.addEventListener('abort', onAbort, { once: true });
    const timer = setTimeout(() => {
        timedOut = true;
        stop.abort();
    }, request.timeoutMs);
    try {
        const message = await requestOnce(request, route, stop.signal);
        return {
            status: message.statusCode ?? 0,
            headers: singleValues(message),
            body: await readBody(message),
        };
    }
    catch (error) {
        request.signal.throwIfAborted();
        if (timedOut)
            throw new transport/* TransportError */.w('lost', (0,foreign_text/* line */.n8) `no answer within ${(0,duration/* formatDuration */.a)(request.timeoutMs)}`, error);
        throw error instanceof transport/* TransportError */.w ? error : classify(error);
    }
    finally {
        clearTimeout(timer);
        request.signal.removeEventListener('abort', onAbort);
    }
}
async function requestOnce(request, { agent, tls }, signal) {
    const shape = {
        prepareRequest(options) {
            // Without the protocol the proxy's agent does not find its own kept connections again.
            Object.assign(options, tls, { agent, protocol: new URL(request.url).protocol });
            options.signal = signal;
            // The client passes an IPv6 host in its brackets, which DNS does not know.
            options.host = options.host?.replace(/^\[(.*)\]$/, '$1') ?? null;
        },
        canHandleAuthentication: () => false,
        handleAuthentication: () => Promise.reject(new Error('not used')),
    };
    const client = new lib/* HttpClient */.Qq('scenario-lab-action', [shape], {
        allowRedirects: false,
        allowRetries: false,
        socketTimeout: request.timeoutMs + 60_000,
    });
    const headers = { accept: 'application/json', 'accept-encoding': 'gzip', ...request.headers };
    const response = await client.request(request.method, request.url, request.body ?? null, headers);
    return response.message;
}
async function readBody(message) {
    const chunks = [];
    let size = 0;
    try {
        for await (const chunk of message) {
            size += chunk.length;
            if (size > MAX_BODY_BYTES) {
                message.destroy();
                throw tooLarge();
            }
            chunks.push(chunk);
        }
    }
    catch (error) {
        if (error instanceof transport/* TransportError */.w)
            throw error;
        const malformed = String(error.code).startsWith('HPE_');
        if (malformed)
            throw classify(error);
        throw new transport/* TransportError */.w('truncated', (0,foreign_text/* line */.n8) `the answer broke off`, error);
    }
    const bytes = Buffer.concat(chunks);
    return message.headers['content-encoding'] === 'gzip' && size > 0 ? gunzip(bytes) : bytes.toString('utf8');
}
async function gunzip(bytes) {
    const { gunzipSync } = await Promise.resolve(/* import() */).then(__webpack_require__.t.bind(__webpack_require__, 8522, 23));
    try {
        return gunzipSync(bytes, { maxOutputLength: MAX_BODY_BYTES }).toString('utf8');
    }
    catch (error) {
        if (error.code === 'ERR_BUFFER_TOO_LARGE')
            throw tooLarge();
        throw new transport/* TransportError */.w('malformed', (0,foreign_text/* line */.n8) `the answer's gzip encoding is broken`, error);
    }
}
function tooLarge() {
    return new transport/* TransportError */.w('malformed', (0,foreign_text/* line */.n8) `the answer is larger than ${MAX_BODY_BYTES / 1024 / 1024} MB`);
}
function singleValues(message) {
    return Object.fromEntries(Object.entries(message.headers).map(([name, value]) => [
        name,
        Array.isArray(value) ? value.join(', ') : value,
    ]));
}
const TLS_ERROR = /^(CERT_|ERR_TLS_|ERR_SSL_|EPROTO$|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_PURPOSE)/;
const CONNECT_ERROR = /^(ENOTFOUND|EAI_|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|EADDRNOTAVAIL)/;
function classify(error) {
    const { code = '', syscall = '', message = '' } = (error ?? {});
    const detail = (0,foreign_text/* cleanText */.X5)(code === '' ? message : code);
    if (TLS_ERROR.test(code))
        return new transport/* TransportError */.w('tls', (0,foreign_text/* line */.n8) `the TLS connection failed (${detail})`, error);
    if (CONNECT_ERROR.test(code) || syscall === 'connect' || syscall === 'getaddrinfo') {
        return new transport/* TransportError */.w('unreachable', (0,foreign_text/* line */.n8) `no connection (${detail})`, error);
    }
    if (code.startsWith('HPE_') || code.startsWith('ERR_HTTP')) {
        return new transport/* TransportError */.w('malformed', (0,foreign_text/* line */.n8) `the answer is not proper HTTP (${detail})`, error);
    }
    return new transport/* TransportError */.w('lost', (0,foreign_text/* line */.n8) `the connection broke (${detail})`, error);
}

// EXTERNAL MODULE: ./build/clients/lab-api.js + 2 modules
var lab_api = __webpack_require__(1627);
;// CONCATENATED MODULE: ./build/domain/scopes.js
/** The wanted scopes that were not granted; nothing when what was granted is unknown. Order means nothing. */
function missingScopes(wanted, granted) {
    if (granted === undefined)
        return [];
    return wanted.split(' ').filter((scope) => scope !== '' && !granted.includes(scope));
}

// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(7598);
// EXTERNAL MODULE: ./build/domain/client-assertion.js
var client_assertion = __webpack_require__(2136);
;// CONCATENATED MODULE: ./build/runner/client-assertions.js




/** Makes a fresh client assertion for each token request: signed with the key, or the workflow's own id token. */
function createAssertionMaker({ authentication, clock, secrets }) {
    return async (audience, limit) => {
        const assertion = authentication.method === 'private_key_jwt'
            ? await signed(authentication, audience, clock)
            : await workflowIdToken(audience, limit);
        secrets.add(assertion);
        return assertion;
    };
}
async function signed({ privateKey, clientId, keyId }, audience, clock) {
    const signingKey = await (0,client_assertion/* readSigningKey */.j)(privateKey);
    if ('why' in signingKey) {
        throw new errors/* ActionError */.lZ('input-invalid', {
            what: (0,foreign_text/* line */.n8) `use the input client-private-key`,
            why: (0,foreign_text/* line */.n8) `${signingKey.why}`,
            remedy: (0,foreign_text/* line */.n8) `Give a private key as PEM or JWK`,
        });
    }
    return (0,client_assertion/* signAssertion */.a)({ signingKey, clientId, audience, keyId, now: clock.date(), jti: (0,external_node_crypto_.randomUUID)() });
}
/** Each call asks for a new token; the runner's service is there only with the permission. */
async function workflowIdToken(audience, limit) {
    if (!process.env.ACTIONS_ID_TOKEN_REQUEST_URL) {
        throw new errors/* ActionError */.lZ('id-token-unavailable', {
            what: (0,foreign_text/* line */.n8) `get the workflow's id token`,
            why: (0,foreign_text/* line */.n8) `this job may not have one`,
            remedy: (0,foreign_text/* line */.n8) `Give the job "permissions: id-token: write" (a reusable workflow needs it from its caller too)`,
        });
    }
    const { OidcClient } = await __webpack_require__.e(/* import() */ 822).then(__webpack_require__.bind(__webpack_require__, 5822));
    try {
        return await untilAborted(OidcClient.getIDToken(audience), limit.signal);
    }
    catch (error) {
        limit.signal.throwIfAborted();
        throw new errors/* ActionError */.lZ('id-token-unavailable', {
            what: (0,foreign_text/* line */.n8) `get the workflow's id token`,
            why: (0,foreign_text/* line */.n8) `${(0,foreign_text/* cleanText */.X5)(error instanceof Error ? error.message : error)}`,
            remedy: (0,foreign_text/* line */.n8) `Run the job again; when it goes on, look at GitHub's state and at the job's permission "id-token: write"`,
            cause: error,
        });
    }
}
/** The toolkit's function knows no abort signal. */
function untilAborted(promise, signal) {
    return new Promise((resolve, reject) => {
        const onAbort = () => reject(signal.reason);
        signal.addEventListener('abort', onAbort, { once: true });
        promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
    });
}

// EXTERNAL MODULE: ./build/runner/credential-inputs.js
var credential_inputs = __webpack_require__(407);
;// CONCATENATED MODULE: ./build/connect.js








/** Builds the clients of a deployment from the inputs, for main and for post; nothing is sent yet. */
function connect({ inputs, clock, secrets, log, warn, onSpent }) {
    const { deployment, credentials, tls, content } = inputs;
    const { login, authentication } = credentials;
    const connections = openConnections(tls);
    const settings = {
        send: connections.send,
        clock,
        random: Math.random,
        requestTimeoutMs: deployment.requestTimeoutMs,
        retries: deployment.retries,
        log,
        secrets,
    };
    const twoHosts = new URL(deployment.authUrl).origin !== new URL(deployment.baseUrl).origin;
    let scopes;
    const tokens = createAccessTokens({
        ...settings,
        // A token is only asked for when a request to the API waits for it, and the way there takes round trips of its own.
        send: (request) => {
            const answer = connections.send(request);
            if (twoHosts)
                connections.prepare(deployment.baseUrl);
            return answer;
        },
        authUrl: deployment.authUrl,
        realm: deployment.realm,
        authentication,
        assertion: createAssertionMaker({ authentication, clock, secrets }),
        login,
        exchangeOverrides: content.exchangeOverrides,
        onSpent: () => {
            onSpent();
            warn((0,foreign_text/* line */.n8) `The refresh token is single-use (the realm has "Revoke Refresh Token" on): the stored secret is spent now, and the next run needs a new login. Use a service account instead.`);
        },
        onGranted: (granted) => {
            const missing = missingScopes(login.scope ?? credential_inputs/* DEFAULT_SCOPES */.m1, granted);
            scopes = granted === undefined ? undefined : { granted, missing };
            // The command check has a verdict of its own on them.
            if (missing.length > 0 && inputs.command !== 'check') {
                warn((0,foreign_text/* line */.n8) `The login did not grant ${(0,foreign_text/* quoteList */.JN)(missing)}: operations that need it will be refused. Let the administrator add it to the client, or log in again with it.`);
            }
        },
    });
    const api = (0,lab_api/* createLabApi */.i)({ ...settings, ...deployment, endpoints: inputs.endpoints, tokens });
    return {
        api,
        tokens,
        probes: {
            reach: (url, limit) => reach(settings, url, limit),
            discoverIssuer: (limit) => discoverIssuer({ ...settings, ...deployment }, limit),
            scopes: () => scopes,
        },
        close: connections.close,
    };
}


/***/ }),

/***/ 1911:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   V: () => (/* binding */ looksLikeMarkup),
/* harmony export */   m: () => (/* binding */ errorDetail)
/* harmony export */ });
/* harmony import */ var _foreign_text__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(8722);
/* harmony import */ var _json__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2456);
/* harmony import */ var _secrets__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(1665);



/** Longer than any secret, so that none is cut before it is found. */
const MOST_READ = 200_000;
/**
 * What an error answer of the API says, in one short line: FastAPI's `detail` (a text, or for a 422 a list of
 * `{loc, msg}`), `message`, or plain text; "" where it says nothing a person could use (contract, "Errors").
 * @param scrub takes the secrets out before the text is cut
 */
function errorDetail(body, scrub = (text) => text) {
    const parsed = (0,_json__WEBPACK_IMPORTED_MODULE_0__/* .parseJson */ .qF)(body);
    if (parsed === undefined) {
        return looksLikeMarkup(body) ? 'an HTML page' : (0,_foreign_text__WEBPACK_IMPORTED_MODULE_1__/* .cleanText */ .X5)(scrub(body.slice(0, MOST_READ)));
    }
    const fields = (0,_json__WEBPACK_IMPORTED_MODULE_0__/* .asObject */ .eB)(parsed.value);
    const said = [fields?.detail, fields?.message, parsed.value].map((value) => textOf(scrubTexts(scrub, value)));
    return (0,_foreign_text__WEBPACK_IMPORTED_MODULE_1__/* .cleanText */ .X5)(scrub(said.find(Boolean) ?? ''));
}
/** Only what {@link textOf} can use, so that a huge answer costs little. */
function scrubTexts(scrub, value) {
    if (typeof value === 'string')
        return scrub(value.slice(0, MOST_READ));
    return Array.isArray(value) ? (0,_secrets__WEBPACK_IMPORTED_MODULE_2__/* .scrubValue */ .H)(scrub, value.slice(0, 3)) : undefined;
}
function textOf(value) {
    if (typeof value === 'string')
        return value;
    if (!Array.isArray(value))
        return undefined;
    const items = value.slice(0, 3).map((item) => {
        const { loc, msg } = (0,_json__WEBPACK_IMPORTED_MODULE_0__/* .asObject */ .eB)(item) ?? {};
        const place = Array.isArray(loc) ? loc.filter((part) => part !== 'body').join('.') : '';
        return typeof msg === 'string' ? [place, msg].filter(Boolean).join(': ') : '';
    });
    return items.filter(Boolean).join('; ');
}
/** Whether a body is a web page, as a proxy or a login form sends. */
function looksLikeMarkup(body) {
    return /^\s*<(!doctype|html|\?xml)/i.test(body);
}


/***/ }),

/***/ 2615:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   NA: () => (/* binding */ NO_REFRESH_TOKEN_REMEDY),
/* harmony export */   ph: () => (/* binding */ explainLoginRefusal),
/* harmony export */   vU: () => (/* binding */ isFromTheFuture)
/* harmony export */ });
/* harmony import */ var _errors__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3393);
/* harmony import */ var _foreign_text__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(8722);
/* harmony import */ var _jwt__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(113);



/** Whether Keycloak holds the signer's clock to be ahead of its own; no other sign than the description tells that. */
function isFromTheFuture(refusal) {
    return /issued in the future/i.test(refusal?.description ?? '');
}
/** Turns a refusal into a code and one sentence. Classes by `error` and status, never by a description's wording. */
function explainLoginRefusal(refused) {
    const { code, remedy } = refused.grant === 'token_exchange' ? exchangeAdvice(refused) : loginAdvice(refused);
    const what = refused.grant === 'token_exchange'
        ? (0,_foreign_text__WEBPACK_IMPORTED_MODULE_1__/* .line */ .n8) `mint the public link's token at ${refused.tokenEndpoint}`
        : (0,_foreign_text__WEBPACK_IMPORTED_MODULE_1__/* .line */ .n8) `log in at ${refused.tokenEndpoint}`;
    return new _errors__WEBPACK_IMPORTED_MODULE_0__/* .ActionError */ .lZ(code, { what, why: whyOf(refused), remedy });
}
function whyOf({ status, refusal, detail }) {
    if (refusal === undefined) {
        return detail === '' ? (0,_foreign_text__WEBPACK_IMPORTED_MODULE_1__/* .line */ .n8) `it answered ${status}` : (0,_foreign_text__WEBPACK_IMPORTED_MODULE_1__/* .line */ .n8) `it answered ${status} (${detail})`;
    }
    const description = (0,_foreign_text__WEBPACK_IMPORTED_MODULE_1__/* .cleanText */ .X5)(refusal.description);
    return description === ''
        ? (0,_foreign_text__WEBPACK_IMPORTED_MODULE_1__/* .line */ .n8) `it answered ${status} ${refusal.error}`
        : (0,_foreign_text__WEBPACK_IMPORTED_MODULE_1__/* .line */ .n8) `it answered ${status} ${refusal.error} (${description})`;
}
function loginAdvice(refused) {
    const { status, refusal, realm, grant } = refused;
    if (status === 429)
        return { code: 'rate-limited', remedy: (0,_foreign_text__WEBPACK_IMPORTED_MODULE_1__/* .line */ .n8) `Run fewer jobs at once, or raise retries` };
    if (status >= 500) {
        return { code: 'server-error', remedy: (0,_foreign_text__WEBPACK_IMPORTED_MODULE_1__/* .line */ .n8) `Check the identity provider's state and run the job again` };
    }
    switch (refusal?.error) {
        case 'invalid_grant':
            return grant === 'refresh_token' ? deadRefreshToken(refusal) : rejected(refused);
        case 'invalid_client':
        case 'unauthorized_client':
            return rejected(refused);
        case 'invalid_scope':
            return {
                code: 'scope-rejected',
                remedy: (0,_foreign_text__WEBPACK_IMPORTED_MODULE_1__/* .line */ .n8) `Correct the input scopes, or let the administrator assign these scopes to the client`,
            };
    }
    if (status === 404) {
        return {
            code: 'realm-not-found',
            remedy: (0,_foreign_text__WEBPACK_IMPORTED_MODULE_1__/* .line */ .n8) `Check auth-url (or domain) and that the realm is called '${realm}' (input realm, capital letters count)`,
        };
    }
    if (status === 403) {
        return {
            code: 'forbidden',
            remedy: (0,_foreign_text__WEBPACK_IMPORTED_MODULE_1__/* .line */ .n8) `Let the administrator check the realm: it is disabled or wants https`,
        };
    }
    if (status >= 400 && refusal !== undefined) {
        return { code: 'request-rejected', remedy: (0,_foreign_text__WEBPACK_IMPORTED_MODULE_1__/* .line */ .n8) `Let the administrator check the client's settings` };
    }
    return {
        code: 'response-invalid',
        remedy: (0,_foreign_text__WEBPACK_IMPORTED_MODULE_1__/* .line */ .n8) `Check that auth-url (or domain) is the identity provider's address, not that of a web page or a proxy`,
    };
}
/** Causes that the description names are told apart in the remedy; the code stays the same. */
function deadRefreshToken({ description }) {
    return { code: 'refresh-token-dead', remedy: deadRemedy(description) };
}
function deadRemedy(description) {
    if (/authorized client don't match/i.test(description)) {
        return (0,_foreign_text__WEBPACK_IMPORTED_MODULE_1__/* .line */ .n8) `The token was issued to another client: set client-id to that client, or log in again and store the new token`;
    }
    if (/token issuer/i.test(description)) {
        return (0,_foreign_text__WEBPACK_IMPORTED_MODULE_1__/* .line */ .n8) `The token comes from another address or realm: correct auth-url (or domain) and realm, or log in there and store the new token`;
    }
    if (/reuse exceeded/i.test(description)) {
        return (0,_foreign_text__WEBPACK_IMPORTED_MODULE_1__/* .line */ .n8) `The realm takes each refresh token only once, and this one was used before: use a service account, or log in again and store a new token for each run`;
    }
    return (0,_foreign_text__WEBPACK_IMPORTED_MODULE_1__/* .line */ .n8) `Log in again with the platform's command-line client and store the new refresh token in the secret`;
}
function rejected(refused) {
    return { code: 'client-rejected', remedy: assertionRemedy(refused) ?? clientRemedy(refused) };
}
/** What is wrong with an assertion itself; undefined where it is not that. Only the description tells these apart. */
function assertionRemedy({ authentication, issuer, refusal }) {
    if (authentication.method !== 'private_key_jwt' && authentication.method !== 'github-oidc')
        return undefined;
    const description = refusal?.description ?? '';
    if (/audience/i.test(description)) {
        return (0,_foreign_text__WEBPACK_IMPORTED_MODULE_1__/* .line */ .n8) `The identity provider goes by another address than ${issuer}: set auth-url (or domain) and realm to the address that its tokens name as their issuer`;
    }
    if (/reuse/i.test(description)) {
        return (0,_foreign_text__WEBPACK_IMPORTED_MODULE_1__/* .line */ .n8) `Each login signs in with an assertion of its own, so something between the runner and the identity provider sent it twice: run the job again, and look at the proxy if it goes on`;
    }
    if (/issued in the future|not active|too far in the past/i.test(description)) {
        return authentication.method === 'github-oidc'
            ? (0,_foreign_text__WEBPACK_IMPORTED_MODULE_1__/* .line */ .n8) `The identity provider's clock and that of GitHub differ: let the administrator correct its clock, or run the job again`
            : (0,_foreign_text__WEBPACK_IMPORTED_MODULE_1__/* .line */ .n8) `The clocks of the runner and the identity provider differ: correct the one that is wrong`;
    }
    return undefined;
}
function clientRemedy({ authentication, assertion, refusal }) {
    if (/retrieve service account/i.test(refusal?.description ?? '')) {
        const client = 'clientId' in authentication
            ? (0,_foreign_text__WEBPACK_IMPORTED_MODULE_1__/* .line */ .n8) `client '${authentication.clientId}'`
            : (0,_foreign_text__WEBPACK_IMPORTED_MODULE_1__/* .line */ .n8) `client with the subject ${subjectOf(assertion)}`;
        return (0,_foreign_text__WEBPACK_IMPORTED_MODULE_1__/* .line */ .n8) `The administrator must switch on the service account of the ${client}`;
    }
    // Keycloak: invalid_client where there is no such client or it is disabled, unauthorized_client where there is.
    const known = refusal?.error === 'unauthorized_client';
    switch (authentication.method) {
        case 'none':
            return known
                ? (0,_foreign_text__WEBPACK_IMPORTED_MODULE_1__/* .line */ .n8) `The client '${authentication.clientId}' is not public, so a refresh token alone is not enough: take client-id out, or name the public client that the login was made with`
                : (0,_foreign_text__WEBPACK_IMPORTED_MODULE_1__/* .line */ .n8) `Check client-id ('${authentication.clientId}', capital letters count): the client must exist, be enabled and be public`;
        case 'client_secret_basic':
        case 'client_secret_post':
            return known
                ? (0,_foreign_text__WEBPACK_IMPORTED_MODULE_1__/* .line */ .n8) `Copy client-secret again: it is not the current secret of the client '${authentication.clientId}', or the client does not log in by a secret`
                : (0,_foreign_text__WEBPACK_IMPORTED_MODULE_1__/* .line */ .n8) `Check client-id ('${authentication.clientId}', capital letters count) and client-secret, and that the client is enabled`;
        case 'private_key_jwt':
            return (0,_foreign_text__WEBPACK_IMPORTED_MODULE_1__/* .line */ .n8) `Check client-id ('${authentication.clientId}', capital letters count) and client-private-key, that its public key is registered with the client (client-key-id where there are several), and that the client is enabled`;
        case 'github-oidc':
            return (0,_foreign_text__WEBPACK_IMPORTED_MODULE_1__/* .line */ .n8) `The administrator must enter exactly this subject in an enabled client (Signed JWT - Federated), of an identity provider with GitHub's issuer: ${subjectOf(assertion)}`;
    }
}
function subjectOf(assertion) {
    return (0,_foreign_text__WEBPACK_IMPORTED_MODULE_1__/* .cleanText */ .X5)(assertion === undefined ? 'unknown' : ((0,_jwt__WEBPACK_IMPORTED_MODULE_2__/* .decodeClaims */ .Y)(assertion)?.sub ?? 'unknown'), 500);
}
function exchangeAdvice(refused) {
    const { status } = refused;
    const general = loginAdvice(refused);
    if (general.code === 'server-error' || general.code === 'rate-limited' || refused.refusal === undefined)
        return general;
    const remedy = status === 403
        ? (0,_foreign_text__WEBPACK_IMPORTED_MODULE_1__/* .line */ .n8) `The administrator must allow this client to exchange tokens for the link's audience; without a public link, leave public-access out`
        : (0,_foreign_text__WEBPACK_IMPORTED_MODULE_1__/* .line */ .n8) `The administrator must allow this client to exchange tokens for the link's audience, which has to exist; where this deployment's exchange differs, correct it with public-access-exchange, or leave public-access out`;
    return { code: 'token-exchange-rejected', remedy };
}
/** For an exchange that succeeds without a refresh token, as with a service account whose logins are transient. */
const NO_REFRESH_TOKEN_REMEDY = (0,_foreign_text__WEBPACK_IMPORTED_MODULE_1__/* .line */ .n8) `For a service account, the administrator must turn on "Use refresh tokens for client credentials grant" on the client; without a public link, leave public-access out`;


/***/ }),

/***/ 7491:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   G: () => (/* binding */ explainApiFailure),
/* harmony export */   p: () => (/* binding */ CERTIFICATE_REMEDY)
/* harmony export */ });
/* harmony import */ var _errors__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3393);
/* harmony import */ var _foreign_text__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(8722);


/** Turns a failed API request into the error that a reader can act upon. */
function explainApiFailure(failure) {
    const { code, remedy } = advice(failure);
    const answered = failure.status === undefined ? failure.why : (0,_foreign_text__WEBPACK_IMPORTED_MODULE_1__/* .line */ .n8) `the API answered ${failure.status}`;
    const why = failure.detail === '' ? answered : (0,_foreign_text__WEBPACK_IMPORTED_MODULE_1__/* .line */ .n8) `${answered} (${failure.detail})`;
    return new _errors__WEBPACK_IMPORTED_MODULE_0__/* .ActionError */ .lZ(code, { what: failure.what, why, remedy, cause: failure.cause });
}
function advice({ kind, status, detail }) {
    switch (kind) {
        case 'certificate':
            return CERTIFICATE;
        case 'no-answer':
            return NO_ANSWER;
        case 'not-usable':
            return NOT_USABLE;
        case 'status':
            return statusAdvice(status ?? 0, detail);
    }
}
/** For a TLS connection that failed, wherever it led. */
const CERTIFICATE_REMEDY = (0,_foreign_text__WEBPACK_IMPORTED_MODULE_1__/* .line */ .n8) `If the deployment uses a private certificate authority, give it with the input ca-certificate; if it asks for a client certificate, set client-certificate and client-certificate-key`;
const CERTIFICATE = { code: 'network', remedy: CERTIFICATE_REMEDY };
const NO_ANSWER = {
    code: 'network',
    remedy: (0,_foreign_text__WEBPACK_IMPORTED_MODULE_1__/* .line */ .n8) `Check base-url (or domain), and that the runner may reach it (proxy, firewall)`,
};
const NOT_USABLE = {
    code: 'response-invalid',
    remedy: (0,_foreign_text__WEBPACK_IMPORTED_MODULE_1__/* .line */ .n8) `Check that base-url (or domain) is the address of the scenario API, not of a web page or a proxy`,
};
function statusAdvice(status, detail) {
    if (status === 401 && /not enough permission/i.test(detail)) {
        return {
            code: 'scope-missing',
            remedy: (0,_foreign_text__WEBPACK_IMPORTED_MODULE_1__/* .line */ .n8) `The access token lacks a scope that this operation needs: let the administrator add scenario:run to the client, or log in again with it`,
        };
    }
    if (status === 401) {
        return {
            code: 'unauthorized',
            remedy: (0,_foreign_text__WEBPACK_IMPORTED_MODULE_1__/* .line */ .n8) `Check that the credentials belong to this deployment (domain, base-url, auth-url, realm)`,
        };
    }
    if (status === 403) {
        return {
            code: 'forbidden',
            remedy: (0,_foreign_text__WEBPACK_IMPORTED_MODULE_1__/* .line */ .n8) `Check organization-id and workspace-id, and that this login is a member of the workspace with the permission`,
        };
    }
    if (status === 404) {
        return { code: 'not-found', remedy: (0,_foreign_text__WEBPACK_IMPORTED_MODULE_1__/* .line */ .n8) `Check the name or id, base-url and workspace-id` };
    }
    if (status === 429) {
        return { code: 'rate-limited', remedy: (0,_foreign_text__WEBPACK_IMPORTED_MODULE_1__/* .line */ .n8) `Run fewer jobs at once, or raise retries` };
    }
    if (status >= 500) {
        return { code: 'server-error', remedy: (0,_foreign_text__WEBPACK_IMPORTED_MODULE_1__/* .line */ .n8) `Check the platform's state and run the job again` };
    }
    if (status >= 400)
        return { code: 'request-rejected', remedy: (0,_foreign_text__WEBPACK_IMPORTED_MODULE_1__/* .line */ .n8) `Correct the inputs that the answer names` };
    return NOT_USABLE;
}


/***/ }),

/***/ 1881:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Dm: () => (/* binding */ isTransientStatus),
/* harmony export */   mu: () => (/* binding */ parseRetryAfter),
/* harmony export */   tE: () => (/* binding */ decideRetry)
/* harmony export */ });
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 20_000;
/** Decides what follows a failed try. */
function decideRetry(situation) {
    const { effect, failure, attempt, retries, remainingMs } = situation;
    const action = actionFor(effect, failure, attempt);
    const waitMs = waitBefore(situation);
    if (action === 'stop' || attempt > retries || waitMs >= remainingMs)
        return { action: 'stop' };
    return { action, waitMs };
}
function actionFor(effect, failure, attempt) {
    if (failure.kind === 'unreachable')
        return 'retry';
    if (failure.kind === 'unusable' || failure.kind === 'untrusted')
        return 'stop';
    if (failure.kind === 'status' && !isTransientStatus(failure.status))
        return 'stop';
    switch (effect) {
        case 'repeatable':
            return 'retry';
        case 'creation':
            return wasTurnedAway(failure) ? 'retry' : 'reconcile';
        case 'refresh':
            return wasTurnedAway(failure) || attempt === 1 ? 'retry' : 'stop';
        case 'once':
            return 'stop';
    }
}
/** 408, 425, 429 and every 5xx but 501 and 505 may pass; any other status is an answer. */
function isTransientStatus(status) {
    return [408, 425, 429].includes(status) || (status >= 500 && status !== 501 && status !== 505);
}
/** 425 and 429 say that the request was not processed. */
function wasTurnedAway(failure) {
    return failure.kind === 'status' && (failure.status === 425 || failure.status === 429);
}
function waitBefore({ failure, attempt, random }) {
    if (failure.kind === 'status' && failure.retryAfterMs !== undefined) {
        return Math.round(failure.retryAfterMs + random * Math.min(1_000, failure.retryAfterMs / 10));
    }
    return Math.round(random * Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempt - 1)));
}
/** Milliseconds of a Retry-After header (RFC 9110 section 10.2.3), seconds or a date; undefined when it is neither. */
function parseRetryAfter(header, now) {
    if (header === undefined)
        return undefined;
    if (/^\s*\d{1,9}\s*$/.test(header))
        return Number(header) * 1_000;
    const date = Date.parse(header);
    // Date.parse reads many things ("-1", "1 2"); an HTTP date begins with a day's name.
    return Number.isNaN(date) || !/^\s*[A-Za-z]{3}/.test(header)
        ? undefined
        : Math.max(0, date - now.getTime());
}


/***/ }),

/***/ 8067:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Ms: () => (/* binding */ entryOf),
/* harmony export */   s9: () => (/* binding */ createJournal),
/* harmony export */   zX: () => (/* binding */ readLeftState)
/* harmony export */ });
/* harmony import */ var _actions_core__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6992);
/* harmony import */ var _domain_json__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(2456);
/* harmony import */ var _domain_secrets__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1665);



const NAMES = { baseUrl: 'base-url', authUrl: 'auth-url', spent: 'spent', lab: 'lab-' };
/** The journal of this step; with cleanup `never` no lab gets into it, because none is ever removed. */
function createJournal({ keepsLabs, scrub = (text) => text }) {
    const open = new Map();
    const write = (order, entry) => {
        if (!keepsLabs)
            return;
        open.set(order, entry);
        (0,_actions_core__WEBPACK_IMPORTED_MODULE_0__/* .saveState */ .LZ)(`${NAMES.lab}${order}`, (0,_domain_secrets__WEBPACK_IMPORTED_MODULE_1__/* .scrubValue */ .H)(scrub, entry));
    };
    return {
        addresses: (baseUrl, authUrl) => {
            (0,_actions_core__WEBPACK_IMPORTED_MODULE_0__/* .saveState */ .LZ)(NAMES.baseUrl, baseUrl);
            (0,_actions_core__WEBPACK_IMPORTED_MODULE_0__/* .saveState */ .LZ)(NAMES.authUrl, authUrl);
        },
        spent: () => (0,_actions_core__WEBPACK_IMPORTED_MODULE_0__/* .saveState */ .LZ)(NAMES.spent, 'true'),
        intend: (order, plan) => write(order, entryOf(plan)),
        exists: write,
        settled: (order) => {
            if (open.delete(order))
                (0,_actions_core__WEBPACK_IMPORTED_MODULE_0__/* .saveState */ .LZ)(`${NAMES.lab}${order}`, '');
        },
        open: () => new Map(open),
    };
}
/** The entry of a lab whose creation is about to be sent. */
function entryOf(plan) {
    return { name: plan.name, unique: plan.nameIsUnique, kind: plan.kind, content: plan.content };
}
/** Reads what main left, from the environment of the post step. */
function readLeftState(env) {
    const state = (name) => env[`STATE_${name}`] ?? '';
    const entries = Object.keys(env)
        .filter((key) => key.startsWith(`STATE_${NAMES.lab}`) && env[key] !== '')
        .map((key) => (0,_domain_json__WEBPACK_IMPORTED_MODULE_2__/* .asObject */ .eB)((0,_domain_json__WEBPACK_IMPORTED_MODULE_2__/* .parseJson */ .qF)(env[key] ?? '')?.value))
        .filter((entry) => entry !== undefined);
    return {
        baseUrl: state(NAMES.baseUrl),
        authUrl: state(NAMES.authUrl),
        spent: state(NAMES.spent) === 'true',
        entries,
    };
}


/***/ })

};
;