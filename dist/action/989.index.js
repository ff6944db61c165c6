"use strict";
exports.id = 989;
exports.ids = [989];
exports.modules = {

/***/ 2989:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  runStep: () => (/* binding */ runStep)
});

// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(7598);
// EXTERNAL MODULE: ./build/clients/token-endpoint.js + 2 modules
var token_endpoint = __webpack_require__(8273);
// EXTERNAL MODULE: ./build/domain/api-error.js
var api_error = __webpack_require__(1911);
// EXTERNAL MODULE: ./build/domain/explain.js
var explain = __webpack_require__(7491);
// EXTERNAL MODULE: ./build/domain/foreign-text.js
var foreign_text = __webpack_require__(8722);
// EXTERNAL MODULE: ./build/domain/json.js
var json = __webpack_require__(2456);
// EXTERNAL MODULE: ./build/domain/secret-forms.js
var secret_forms = __webpack_require__(6736);
;// CONCATENATED MODULE: ./build/domain/redact.js


/** What stands in the place of a secret. */
const STARS = '***';
/**
 * Replaces passwords, tokens, secrets and keys in an answer of the API by `***`: the values under names that sound
 * like one, in JSON, in JSON inside texts and in `name=value` texts, and the same values wherever else they occur.
 * JSON stays JSON.
 */
function redact(text) {
    const parsed = (0,json/* parseJson */.qF)(text);
    const found = new Set();
    collect(parsed === undefined ? text : parsed.value, false, found);
    // Longest first, so that no rest of a longer secret is left.
    const forms = [...new Set([...found].flatMap(secret_forms/* secretForms */.eo))].sort((a, b) => b.length - a.length);
    const without = (part, which) => which.reduce((rest, form) => rest.replaceAll(form, STARS), part);
    // A short password like "user" would cut up the names of fields.
    const longForms = forms.filter(({ length }) => length >= SHORTEST_IN_TEXT);
    const clean = {
        name: (name) => without(name, longForms),
        text: (part) => without(part, forms).replace(ASSIGNMENT, starred),
    };
    return parsed === undefined ? clean.text(text) : JSON.stringify(rebuilt(parsed.value, false, clean));
}
/** Words that make a name sound like a secret; the name is taken apart at `_`, `-`, `.`, blanks and capitals. */
const SECRET_WORDS = new Set('password passwords passwd passphrase passcode pass pwd secret secrets token tokens jwt key keys apikey credential authorization bearer cookie assertion otp pin'.split(' '));
const SECRET_PARTS = /passw(or)?d|passphrase|secret|token|api_?key|private_?key|userconfig/;
function isSecretName(name) {
    const words = name
        .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
        .toLowerCase()
        .split(/[^a-z0-9]+/);
    return words.some((word) => SECRET_WORDS.has(word)) || SECRET_PARTS.test(words.join(''));
}
/** Values that are none: replacing them elsewhere would only break texts. */
const NO_SECRETS = new Set(['', 'null', 'none', 'true', 'false', 'undefined', STARS]);
const SHORTEST_IN_TEXT = 8;
function collect(value, isSecret, found) {
    if (typeof value === 'string') {
        if (isSecret) {
            if (!NO_SECRETS.has(value.toLowerCase()))
                found.add(value);
            return;
        }
        const inner = innerJson(value);
        if (inner === undefined)
            for (const secret of secretsInText(value))
                found.add(secret);
        else
            collect(inner.value, false, found);
    }
    else if (Array.isArray(value)) {
        for (const item of value)
            collect(item, isSecret, found);
    }
    else {
        const fields = (0,json/* asObject */.eB)(value) ?? {};
        for (const [name, field] of Object.entries(fields)) {
            collect(field, isSecret || isSecretField(fields, name), found);
        }
    }
}
/** A field with a telling name, or the `value` beside a `name`, `key` or `field` that tells. */
function isSecretField(fields, name) {
    if (name === 'value') {
        return [fields.name, fields.key, fields.field].some((label) => typeof label === 'string' && isSecretName(label));
    }
    // In a pair of key and value the key is a label.
    return isSecretName(name) && !(name === 'key' && 'value' in fields);
}
function rebuilt(value, isSecret, clean) {
    if (typeof value === 'string') {
        if (isSecret)
            return value === '' ? value : STARS;
        const inner = innerJson(value);
        return inner === undefined ? clean.text(value) : JSON.stringify(rebuilt(inner.value, false, clean));
    }
    if (typeof value === 'number')
        return isSecret ? STARS : value;
    if (Array.isArray(value))
        return value.map((item) => rebuilt(item, isSecret, clean));
    const fields = (0,json/* asObject */.eB)(value);
    if (fields === undefined)
        return value;
    const entries = Object.entries(fields).map(([name, field]) => [
        clean.name(name),
        rebuilt(field, isSecret || isSecretField(fields, name), clean),
    ]);
    return Object.fromEntries(entries);
}
/** Notifications are texts that hold JSON (contract, "details"). */
function innerJson(text) {
    return /^\s*[[{]/.test(text) ? (0,json/* parseJson */.qF)(text) : undefined;
}
// The counts are bounded so that a long text is read in time proportional to its length.
const ASSIGNMENT = /(?:passw(?:or)?d|passphrase|pwd|secret|token|api[_-]?key|private[_-]?key|access[_-]?key)[\w.-]{0,40}\\?["']?\s{0,9}[:=]\s{0,9}\\?(?:"([^"\\]{1,9999})|'([^']{1,9999})'|([^\s,;&"'<>\\]{1,9999}))/gi;
const SHAPES = [
    /\b(eyJ[\w-]{5,9999}\.[\w-]{5,9999}(?:\.[\w-]{0,9999}){0,3})/g,
    /\b(?:Bearer|Basic)\s{1,9}([\w.~+/=-]{8,9999})/gi,
    /:\/\/[^\s/@:]{0,200}:([^\s/@]{1,200})@/g,
    /(-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[\s\S]*?-----END [A-Z ]{0,40}PRIVATE KEY-----)/g,
];
/** An assignment without its value; what is no secret (`token: null`) stays. */
function starred(assignment, ...values) {
    const value = values.slice(0, 3).find((part) => part !== undefined) ?? '';
    if (NO_SECRETS.has(value.toLowerCase()))
        return assignment;
    const at = assignment.lastIndexOf(value);
    return `${assignment.slice(0, at)}${STARS}${assignment.slice(at + value.length)}`;
}
function secretsInText(text) {
    const shaped = SHAPES.flatMap((shape) => [...text.matchAll(shape)].map(([, secret]) => secret));
    const assigned = [...text.matchAll(ASSIGNMENT)].map(([, a, b, c]) => a ?? b ?? c);
    return [...shaped, ...assigned].filter((secret) => secret !== undefined && secret.length >= SHORTEST_IN_TEXT && !NO_SECRETS.has(secret.toLowerCase()));
}

;// CONCATENATED MODULE: ./build/commands/call.js




/** GitHub hands at most 1 MB of outputs from a job to others; a longer answer is left to another way. */
const LONGEST_RESPONSE = 900_000;
/**
 * Sends one request with the step's login, once. The answer becomes an output, without its tokens and passwords.
 * @throws ActionError when there is no answer, or one of status 400 and above
 */
async function call({ api, limit, log, warn }, { request, findings }) {
    const what = (0,foreign_text/* line */.n8) `call ${request.method} ${new URL(request.url).pathname}`;
    const { status, body } = await api.request(request, limit);
    const response = redact(body);
    const fits = Buffer.byteLength(response) <= LONGEST_RESPONSE;
    findings.outputs['response-status'] = String(status);
    findings.outputs.response = fits ? response : '';
    log.info((0,foreign_text/* line */.n8) `${request.method} ${new URL(request.url).pathname} answered ${status}, ${body.length} characters`);
    if (!fits)
        warn((0,foreign_text/* line */.n8) `The answer is too large for an output, so response is empty.`);
    if (status < 400)
        return;
    const detail = (0,api_error/* errorDetail */.m)(response);
    throw (0,explain/* explainApiFailure */.G)({ what, status, detail, why: (0,foreign_text/* line */.n8) ``, kind: 'status', cause: undefined });
}

// EXTERNAL MODULE: ./build/domain/errors.js
var errors = __webpack_require__(3393);
// EXTERNAL MODULE: ./build/domain/markdown.js
var markdown = __webpack_require__(8315);
;// CONCATENATED MODULE: ./build/commands/check.js



/** How a step logs in, in words. */
function describeLogin({ login, authentication, }) {
    const { method } = authentication;
    const client = method === 'github-oidc' ? (0,foreign_text/* line */.n8) `the client of this workflow` : (0,foreign_text/* line */.n8) `client '${authentication.clientId}'`;
    return login.kind === 'person'
        ? (0,foreign_text/* line */.n8) `a person, by refresh token (${client})`
        : (0,foreign_text/* line */.n8) `${client}, by ${method}`;
}
/**
 * Tells somebody who sets this up what works: one line and one verdict each. A line that fails stops only those that
 * need it; no lab is created.
 * @throws ActionError of the first line that failed, or the limit's reason
 */
async function check(step, checked) {
    const lines = [];
    try {
        await checkAll(step, checked, lines);
    }
    finally {
        checked.findings.sections.push(table(lines));
    }
    const failed = lines.flatMap(({ error }) => (error === undefined ? [] : [error]));
    const [first] = failed;
    if (first === undefined)
        return;
    if (failed.length === 1)
        throw first;
    const more = (0,foreign_text/* line */.n8) `${first.parts.why}; ${failed.length - 1} more of ${lines.length} checks failed (see the summary)`;
    throw new errors/* ActionError */.lZ(first.code, { ...first.parts, why: more, cause: first });
}
async function checkAll(step, checked, lines) {
    const { api, limit, log, tokens } = step;
    const { baseUrl, authUrl, findings } = checked;
    /** Adds a line; true when it is good. What it needs is either fine (undefined) or the name of a line that is not. */
    async function tell(name, obstacle, work) {
        const told = obstacle === undefined ? await tryOut(name, work) : skipped(name, obstacle);
        lines.push(told);
        log.info((0,foreign_text/* line */.n8) `${SIGNS[told.verdict]} ${name}: ${told.text}`);
        return told.verdict === 'ok';
    }
    async function tryOut(name, work) {
        try {
            return { name, verdict: 'ok', text: await work() };
        }
        catch (error) {
            limit.signal.throwIfAborted();
            if (!(error instanceof errors/* ActionError */.lZ))
                throw error;
            return { name, verdict: 'failed', text: (0,foreign_text/* line */.n8) `${error.message}`, error };
        }
    }
    const [atApi, atProvider] = await Promise.all([
        checked.reach(`${baseUrl}/version`, limit),
        checked.reach(checked.issuer, limit),
    ]);
    const ends = [
        { name: 'base-url', url: baseUrl, reached: atApi },
        { name: 'auth-url', url: authUrl, reached: atProvider },
    ];
    await tell('Address', undefined, async () => answersAt(ends));
    const silent = ends.every(({ reached }) => reached.kind === 'silent');
    await tell('TLS', silent ? 'Address' : undefined, async () => trustOf(ends));
    const obstacleAt = ({ kind }) => kind === 'answers' ? undefined : kind === 'tls' ? 'TLS' : 'Address';
    const providerObstacle = obstacleAt(atProvider);
    await tell('Discovery and issuer', providerObstacle, async () => {
        const issuer = await checked.discoverIssuer(limit);
        if (issuer !== checked.issuer)
            throw issuerMismatch(issuer, checked);
        return (0,foreign_text/* line */.n8) `${issuer}`;
    });
    const loggedIn = await tell('Login', providerObstacle, async () => {
        await tokens.get(limit);
        return checked.login;
    });
    const loginObstacle = loggedIn ? undefined : 'Login';
    await tell('Granted scopes', loginObstacle, async () => scopesOf(checked));
    const apiObstacle = loginObstacle ?? obstacleAt(atApi);
    const member = await tell('Ids', apiObstacle, async () => {
        // Everything below the workspace asks who is a member; the list of labs is the cheapest that does.
        const { total } = await api.labs({ all: false, page: 1 }, limit);
        return (0,foreign_text/* line */.n8) `this login is a member of the workspace; labs that are up there: ${total}`;
    });
    await tell('Version', apiObstacle, async () => {
        const version = await api.version(limit);
        findings.outputs.version = version;
        return (0,foreign_text/* line */.n8) `${version}`;
    });
    await tell('Scenario list', apiObstacle ?? (member ? undefined : 'Ids'), async () => {
        const names = (await api.scenarios('scenario', limit)).map(({ name }) => name);
        return (0,foreign_text/* line */.n8) `${names.length} to launch${names.length === 0 ? '' : (0,foreign_text/* line */.n8) `: ${(0,foreign_text/* quoteList */.JN)(names, 3)}`}`;
    });
}
const SIGNS = { ok: '✅', failed: '❌', 'not checked': '⏭️' };
function skipped(name, obstacle) {
    return { name, verdict: 'not checked', text: (0,foreign_text/* line */.n8) `not checked, because of: ${obstacle}` };
}
function answersAt(ends) {
    for (const { name, url, reached } of ends) {
        if (reached.kind !== 'silent')
            continue;
        throw new errors/* ActionError */.lZ('network', {
            what: (0,foreign_text/* line */.n8) `reach ${url}`,
            why: reached.why,
            remedy: (0,foreign_text/* line */.n8) `Check ${name} (or domain), and that the runner may reach it (proxy, firewall)`,
        });
    }
    return (0,foreign_text/* line */.n8) `${ends.map(({ url }) => new URL(url).host).join(' and ')} answer`;
}
function trustOf(ends) {
    for (const { url, reached } of ends) {
        if (reached.kind !== 'tls')
            continue;
        throw new errors/* ActionError */.lZ('network', {
            what: (0,foreign_text/* line */.n8) `trust ${url}`,
            why: reached.why,
            remedy: (0,foreign_text/* line */.n8) `If the deployment uses a private certificate authority, give it with the input ca-certificate`,
        });
    }
    const plainHttp = ends.every(({ url }) => url.startsWith('http:'));
    return plainHttp ? (0,foreign_text/* line */.n8) `plain http to this machine` : (0,foreign_text/* line */.n8) `the certificates are trusted`;
}
function issuerMismatch(issuer, { issuer: wanted, authUrl }) {
    return new errors/* ActionError */.lZ('issuer-mismatch', {
        what: (0,foreign_text/* line */.n8) `use the realm at ${authUrl}`,
        why: (0,foreign_text/* line */.n8) `its discovery document names the issuer '${issuer}', not '${wanted}'`,
        remedy: (0,foreign_text/* line */.n8) `Set auth-url and realm so that <auth-url>/realms/<realm> is that issuer, or let the administrator correct the address that the realm gives itself`,
    });
}
function scopesOf({ scopes }) {
    const known = scopes();
    if (known === undefined)
        return (0,foreign_text/* line */.n8) `the identity provider does not tell them`;
    if (known.missing.length === 0)
        return (0,foreign_text/* line */.n8) `${known.granted.join(' ')}`;
    throw new errors/* ActionError */.lZ('scope-missing', {
        what: (0,foreign_text/* line */.n8) `use every operation of the platform`,
        why: (0,foreign_text/* line */.n8) `the login did not grant ${(0,foreign_text/* quoteList */.JN)(known.missing)}`,
        remedy: (0,foreign_text/* line */.n8) `Let the administrator add it to the client, or log in again with it`,
    });
}
function table(lines) {
    const rows = lines.map(({ name, verdict, text, error }) => {
        const errorCode = error === undefined ? (0,markdown.md) `` : (0,markdown.md) ` ${(0,markdown/* code */.aY)(error.code)}`;
        return (0,markdown.md) `| ${(0,markdown/* plain */.pj)(name)} | ${SIGNS[verdict]} ${(0,markdown/* plain */.pj)(verdict)}${errorCode} | ${(0,markdown/* plain */.pj)(text, 600)} |`;
    });
    return (0,markdown/* joinMarkdown */.UF)([(0,markdown.md) `| Check | Verdict | What was found |`, (0,markdown.md) `|---|---|---|`, ...rows], '\n');
}

// EXTERNAL MODULE: ./build/commands/clean-up.js
var clean_up = __webpack_require__(9553);
;// CONCATENATED MODULE: ./build/commands/collect.js



/** Details read at once; more would crowd out other jobs. */
const AT_ONCE = 8;
const MOST_NAMED = 10;
/** Saves details of each lab that exists, without passwords and tokens. One that fails is told in a warning. */
async function collectDetails(step, { records, details, files }) {
    const ids = records.map(({ id }) => id).filter((id) => id !== null);
    const queue = ids.flatMap((labId) => details.map((detail) => ({ labId, detail })));
    const total = queue.length;
    const failures = [];
    async function collectInTurn() {
        for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
            const { labId, detail } = next;
            try {
                const text = redact(await step.api.detail(labId, detail, step.limit));
                files.save({ labId, name: detail, text });
            }
            catch (error) {
                step.limit.signal.throwIfAborted();
                failures.push((0,foreign_text/* line */.n8) `${detail} of lab ${labId} (${reasonOf(error)})`);
            }
        }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, collectInTurn));
    step.log.info((0,foreign_text/* line */.n8) `Collected ${total - failures.length} of ${total} details in ${files.path}`);
    if (failures.length === 0)
        return;
    const rest = failures.length > MOST_NAMED ? `; and ${failures.length - MOST_NAMED} more` : '';
    step.warn((0,foreign_text/* line */.n8) `Cannot collect ${failures.slice(0, MOST_NAMED).join('; ')}${rest}.`);
}
function reasonOf(error) {
    if (error instanceof errors/* ActionError */.lZ)
        return error.parts.why;
    return (0,foreign_text/* cleanText */.X5)(error instanceof Error ? error.message : error);
}

// EXTERNAL MODULE: ./build/domain/duration.js
var duration = __webpack_require__(8326);
// EXTERNAL MODULE: ./build/domain/lab-plan.js
var lab_plan = __webpack_require__(155);
// EXTERNAL MODULE: ./build/domain/lab-record.js
var lab_record = __webpack_require__(7525);
;// CONCATENATED MODULE: ./build/commands/dry-run.js





/** Says which labs `launch` and `create` would make; nothing is sent that changes anything. */
function tellPlans({ log }, plans, run) {
    for (const plan of plans) {
        const { content_type: type, max_duration: seconds } = (0,lab_plan/* labConfigOf */.n)(plan);
        const profile = plan.profile === null ? (0,foreign_text/* line */.n8) `` : (0,foreign_text/* line */.n8) `, profile '${plan.profile}'`;
        const life = seconds === 0 ? (0,foreign_text/* line */.n8) `no limit to its life` : (0,foreign_text/* line */.n8) `for at most ${(0,duration/* formatDuration */.a)(seconds * 1_000)}`;
        const link = plan.publicAccess ? (0,foreign_text/* line */.n8) `, with a public link` : (0,foreign_text/* line */.n8) ``;
        log.info((0,foreign_text/* line */.n8) `Dry run: would ${run ? 'launch' : 'create'} '${plan.content}' (${type})${profile} as '${plan.name}', ${life}${link}`);
    }
}
/** Says what would be done to labs of another step; each is only looked at. */
async function tellGiven(step, command, records) {
    const { api, clock, limit, log } = step;
    const verb = command === 'wait' ? 'wait for' : command;
    await Promise.all(records.map(async (record) => {
        const id = record.id ?? '';
        try {
            (0,lab_record/* observe */.lB)(record, await api.lab(id, limit), clock.now());
            log.info((0,foreign_text/* line */.n8) `Dry run: would ${verb} lab ${id} (${record.content}), which is ${record.status}`);
        }
        catch (error) {
            limit.signal.throwIfAborted();
            if (!(error instanceof errors/* ActionError */.lZ))
                throw error;
            log.info((0,foreign_text/* line */.n8) `Dry run: would ${verb} lab ${id}, which cannot be looked at: ${error.parts.why}`);
        }
    }));
}
/** Says what `call` would send. Not even a GET is sent: at this API some of them change things. */
function tellRequest({ log }, { method, url, body }) {
    const size = body === undefined ? (0,foreign_text/* line */.n8) `` : (0,foreign_text/* line */.n8) ` with a body of ${body.length} characters`;
    log.info((0,foreign_text/* line */.n8) `Dry run: would send ${method} ${url}${size}`);
}

// EXTERNAL MODULE: ./build/clients/lab-api.js + 2 modules
var lab_api = __webpack_require__(1627);
;// CONCATENATED MODULE: ./build/domain/poll-rhythm.js
const SHORTEST_PAUSE_MS = 250;
/**
 * The time between the beginnings of two looks at labs: short right after something happened, then a sixth of the
 * quiet time, never longer than the interval. A tenth is taken off, so that what the server knew right after a look is
 * here within the interval, requests included; up to 15 % more is taken off at random, so that jobs started together
 * drift apart.
 */
function pauseBetweenLooks({ quietMs, intervalMs, random }) {
    const wanted = Math.min(intervalMs, Math.max(SHORTEST_PAUSE_MS, quietMs / 6));
    return wanted * (0.9 - random * 0.15);
}
/** What is left of that pause when a look is over: at least a quarter, because a slow server needs it more. */
function restAfterLook({ lookMs, ...situation }) {
    const pause = pauseBetweenLooks(situation);
    return Math.max(pause / 4, pause - lookMs);
}

// EXTERNAL MODULE: ./build/commands/find-labs.js
var find_labs = __webpack_require__(9552);
// EXTERNAL MODULE: ./build/domain/lab-status.js
var lab_status = __webpack_require__(7670);
;// CONCATENATED MODULE: ./build/commands/judge-lab.js





/** A lab that was just resumed may show PAUSE for a while. */
const PAUSE_LINGERS_MS = 15_000;
/** Notifications shown per lab; more would drown the log. */
const MOST_NOTIFICATIONS = 200;
/** Takes a look into the record: says what changed, quotes the last words of a failed lab, gives the verdict. True when it moved. */
async function takeIn(step, following, sighting) {
    const { clock, log } = step;
    const { record, look, news } = sighting;
    const { lab } = look;
    const now = clock.now();
    if (lab === undefined) {
        end(record, { result: 'failed', error: look.error, now });
        return true;
    }
    record.since ??= now;
    record.link = following.linkOf(lab);
    const before = record.status;
    const moved = (0,lab_record/* observe */.lB)(record, lab, now);
    if (moved) {
        if (lab.status !== 'PAUSE')
            record.resumedAt = undefined;
        const change = before === '' ? (0,foreign_text/* line */.n8) `${lab.status}` : (0,foreign_text/* line */.n8) `${before} → ${lab.status}`;
        const since = (0,duration/* formatDuration */.a)(now - record.since);
        log.info((0,foreign_text/* line */.n8) `${labelOf(record, following.records)}: ${change} (${since} since launch)`);
        sayUnknown(step, sighting, lab.status);
    }
    if (moved && before !== '')
        news.add(record);
    if (following.waitFor === 'none') {
        end(record, { result: null, error: undefined, now });
        return moved;
    }
    switch ((0,lab_status/* judge */.S4)(lab.status, following.waitFor)) {
        case 'reached':
            end(record, { result: 'succeeded', error: undefined, now });
            break;
        case 'failed': {
            news.delete(record);
            const lastWords = moved ? await showNotifications(step, following, record) : undefined;
            end(record, { result: 'failed', error: labFailed(record, lastWords), now });
            break;
        }
        case 'paused':
            await onPause(step, following, record);
            break;
        case 'waiting':
            break;
    }
    return moved;
}
function end(record, verdict) {
    record.result = verdict.result;
    record.error = verdict.error;
    record.until = verdict.now;
}
/** "[2/3] content", or the content alone where there is only one lab. */
function labelOf(record, records) {
    const name = record.content === '' ? (record.id ?? record.name ?? 'lab') : record.content;
    return records.length < 2
        ? (0,foreign_text/* line */.n8) `${name}`
        : (0,foreign_text/* line */.n8) `[${records.indexOf(record) + 1}/${records.length}] ${name}`;
}
function sayUnknown({ log }, { saidUnknown }, status) {
    if ((0,lab_status/* statusFacts */.O7)(status).phase !== 'unknown' || saidUnknown.has(status))
        return;
    saidUnknown.add(status);
    log.info((0,foreign_text/* line */.n8) `'${status}' is a status that this version does not know; the step goes on waiting.`);
}
/** Logs the notifications that are new, and returns the last one. That they cannot be read changes nothing. */
async function showNotifications({ api, limit, log }, { records }, record) {
    try {
        const all = await api.notifications(record.id ?? '', limit);
        const fresh = all.slice(record.told, MOST_NOTIFICATIONS);
        // Those of one lab follow its line; among several it must be said whose they are.
        const who = records.length < 2 ? (0,foreign_text/* line */.n8) `   ` : (0,foreign_text/* line */.n8) `    ${labelOf(record, records)}:`;
        for (const { text } of fresh)
            log.info((0,foreign_text/* line */.n8) `${who} ${text}`);
        if (record.told <= MOST_NOTIFICATIONS && all.length > MOST_NOTIFICATIONS) {
            log.info((0,foreign_text/* line */.n8) `    Only the first ${MOST_NOTIFICATIONS} notifications are shown.`);
        }
        record.told = Math.max(record.told, all.length);
        return all.at(-1)?.text;
    }
    catch (error) {
        limit.signal.throwIfAborted();
        log.debug((0,foreign_text/* line */.n8) `${error instanceof Error ? error.message : error}`);
        return undefined;
    }
}
function labFailed(record, lastWords) {
    const quote = lastWords === undefined || lastWords === '' ? (0,foreign_text/* line */.n8) `` : (0,foreign_text/* line */.n8) `; its last notification: ${lastWords}`;
    const why = record.status === 'CANCELLED' ? (0,foreign_text/* line */.n8) `somebody cancelled it` : (0,foreign_text/* line */.n8) `it ended with status ${record.status}`;
    return new errors/* ActionError */.lZ('lab-failed', {
        what: (0,foreign_text/* line */.n8) `finish lab ${record.id} (${record.content})`,
        why: (0,foreign_text/* line */.n8) `${why}${quote}`,
        remedy: (0,foreign_text/* line */.n8) `Look at the lab's notifications and report on the platform`,
    });
}
/** Input `on-pause`. */
async function onPause(step, { onPause }, record) {
    const { clock, api, limit, log } = step;
    const id = record.id ?? '';
    const now = clock.now();
    if (record.resumedAt !== undefined && now - record.resumedAt < PAUSE_LINGERS_MS)
        return;
    switch (onPause) {
        case 'return':
            return end(record, { result: 'paused', error: undefined, now });
        case 'fail':
            return end(record, { result: 'failed', error: await labPaused(step, record), now });
        case 'resume':
            try {
                record.resumedAt = now;
                await api.resume(id, limit);
                log.info((0,foreign_text/* line */.n8) `Lab ${id} was paused and is resumed.`);
            }
            catch (error) {
                limit.signal.throwIfAborted();
                if (!(error instanceof errors/* ActionError */.lZ))
                    throw error;
                // Whether a lost request did its work shows at the next looks; a refusal is final.
                if (!['network', 'server-error', 'response-invalid', 'rate-limited'].includes(error.code)) {
                    return end(record, { result: 'failed', error, now });
                }
                log.info((0,foreign_text/* line */.n8) `${error.parts.why}; looking whether lab ${id} goes on.`);
            }
    }
}
async function labPaused({ api, limit }, record) {
    const id = record.id ?? '';
    const at = await api.pausedAt(id, limit).catch(() => undefined);
    limit.signal.throwIfAborted();
    const where = at === undefined ? (0,foreign_text/* line */.n8) `` : (0,foreign_text/* line */.n8) ` ${at.isBeforeStep ? 'before' : 'after'} step '${at.step}'`;
    return new errors/* ActionError */.lZ('lab-paused', {
        what: (0,foreign_text/* line */.n8) `finish lab ${id} (${record.content})`,
        why: (0,foreign_text/* line */.n8) `it is paused${where} and waits for a resume`,
        remedy: (0,foreign_text/* line */.n8) `Set on-pause to resume or return, or resume it on the platform`,
    });
}

;// CONCATENATED MODULE: ./build/commands/follow-labs.js







/** So many labs whose last notifications are still unread at the end are read then, at once. */
const LAST_NEWS = 10;
/** At least this often a line says that the step is alive. */
const PROGRESS_EVERY_MS = 60_000;
/**
 * Looks at labs until each is judged: a line at each change of status, at least one a minute, and a verdict in each
 * record. One lab's failure does not end the wait for the others.
 * @throws only the limit's reason
 */
async function followLabs(step, following) {
    const { clock, limit, random } = step;
    const { records, intervalMs, nextArrival } = following;
    const saidUnknown = new Set();
    const news = new Set();
    let lastChange = clock.now();
    let lastWords = clock.now();
    let livingPages = 1;
    for (;;) {
        const active = records.filter((record) => record.id !== null && record.until === undefined);
        if (active.length === 0) {
            const arrival = nextArrival();
            if (arrival === undefined)
                return tellNews(LAST_NEWS);
            await arrival;
            continue;
        }
        const begunAt = clock.now();
        const look = await lookAt(step, active, livingPages);
        livingPages = look.livingPages;
        const changes = await Promise.all(active.map((record) => takeIn(step, following, { record, look: look.answers.get(record) ?? {}, saidUnknown, news })));
        if (active.every(({ until }) => until !== undefined))
            continue;
        // As many reads as the list of statuses takes: of a hundred labs that all move at once, one has its say now.
        await tellNews(Math.ceil(active.length / lab_api/* LABS_PER_PAGE */.T));
        const now = clock.now();
        if (changes.includes(true)) {
            lastChange = now;
            lastWords = now;
        }
        if (now - lastWords >= PROGRESS_EVERY_MS) {
            step.log.info(progressLine(step, records));
            lastWords = now;
        }
        const quietMs = now - lastChange;
        const rest = restAfterLook({ quietMs, intervalMs, lookMs: now - begunAt, random: random() });
        await clock.sleep(Math.min(rest, lastWords + PROGRESS_EVERY_MS - now), limit.signal);
    }
    async function tellNews(count) {
        const next = [...news].slice(0, count);
        for (const record of next)
            news.delete(record);
        await Promise.all(next.map((record) => showNotifications(step, following, record)));
    }
}
/**
 * Reads the labs by the paged list of living ones and one read for each that is not in it, or each by itself where
 * that takes fewer requests.
 */
async function lookAt(step, active, livingPages) {
    const answers = new Map();
    let pages = livingPages;
    const missing = new Set(active);
    if (active.length > pages) {
        const { labs } = await living(step);
        pages = Math.max(1, Math.ceil(labs.length / lab_api/* LABS_PER_PAGE */.T));
        const byId = new Map(labs.map((lab) => [lab.id, lab]));
        for (const record of active) {
            const lab = byId.get(record.id ?? '');
            if (lab !== undefined) {
                answers.set(record, { lab });
                missing.delete(record);
            }
        }
    }
    await Promise.all([...missing].map(async (record) => answers.set(record, await readOne(step, record.id ?? ''))));
    return { answers, livingPages: pages };
}
/** A list that cannot be read is no verdict on any lab: each is then read by itself. */
async function living({ api, limit, log }) {
    try {
        return { labs: await (0,find_labs/* listLabs */.H3)(api, limit, { all: false }) };
    }
    catch (error) {
        limit.signal.throwIfAborted();
        log.debug((0,foreign_text/* line */.n8) `${error instanceof Error ? error.message : error}`);
        return { labs: [] };
    }
}
async function readOne({ api, limit }, id) {
    try {
        return { lab: await api.lab(id, limit) };
    }
    catch (error) {
        limit.signal.throwIfAborted();
        if (error instanceof errors/* ActionError */.lZ)
            return { error };
        throw error;
    }
}
function progressLine({ clock, limit }, records) {
    const waiting = records.filter(({ until, id }) => until === undefined && id !== null);
    const [first] = waiting;
    const left = (0,duration/* formatDuration */.a)(limit.remainingMs());
    if (first === undefined)
        return (0,foreign_text/* line */.n8) `Waiting for labs to be created; the step's timeout is in ${left}.`;
    const who = waiting.length === 1 ? labelOf(first, records) : (0,foreign_text/* line */.n8) `${waiting.length} of ${records.length} labs`;
    const status = waiting.length === 1 ? (0,foreign_text/* line */.n8) ` is ${first.status}` : (0,foreign_text/* line */.n8) ` are on their way`;
    return (0,foreign_text/* line */.n8) `${who}${status} (${(0,duration/* formatDuration */.a)(clock.now() - (first.since ?? 0))} since launch); the step's timeout is in ${left}.`;
}

;// CONCATENATED MODULE: ./build/commands/given-labs.js




/**
 * `run` and `resume` set labs going, then all three wait for them. One lab that refuses does not stop the others.
 * @throws only the limit's reason
 */
async function followGiven(step, command, given) {
    const { records, adopt, following } = given;
    records.forEach((record, order) => {
        if (adopt && record.id !== null) {
            step.journal.exists(order, {
                name: record.id,
                unique: false,
                kind: undefined,
                content: '',
                id: record.id,
            });
        }
    });
    await Promise.all(records.map(async (record) => {
        if (command === 'run')
            await oneLab(step, given, record, (id) => run(step, id));
        if (command === 'resume') {
            record.resumedAt = step.clock.now();
            await oneLab(step, given, record, (id) => resume(step, id));
        }
    }));
    await followLabs(step, { ...following, records, nextArrival: () => undefined });
}
/** `stop` and `delete`; a lab that is gone already is a success. */
async function removeGiven(step, command, given) {
    const { api, limit, log, clock } = step;
    await Promise.all(given.records.map(async (record) => {
        await oneLab(step, given, record, async (id) => {
            try {
                await (command === 'stop' ? api.stop(id, limit) : api.remove(id, limit));
                log.info((0,foreign_text/* line */.n8) `Lab ${id} was ${command === 'stop' ? 'stopped' : 'deleted'}.`);
            }
            catch (error) {
                if (!(error instanceof errors/* ActionError */.lZ) || error.code !== 'not-found')
                    throw error;
                log.info((0,foreign_text/* line */.n8) `Lab ${id} was gone already.`);
            }
            record.result = 'succeeded';
            record.removed = true;
            record.until = clock.now();
        });
    }));
}
/** Does something to one lab; a refusal is its record's error. */
async function oneLab(step, { records }, record, work) {
    record.since = step.clock.now();
    try {
        await work(record.id ?? '');
    }
    catch (error) {
        step.limit.signal.throwIfAborted();
        if (!(error instanceof errors/* ActionError */.lZ))
            throw error;
        record.result = 'failed';
        record.error = error;
        record.until = step.clock.now();
        step.log.info((0,foreign_text/* line */.n8) `${labelOf(record, records)}: ${error.parts.why}`);
    }
}
/** After a lost answer the lab itself tells whether it runs; only one that does not is asked again. */
function run(step, id) {
    return setGoing(step, () => step.api.run(id, step.limit), async () => (await step.api.lab(id, step.limit)).status !== 'CREATED');
}
/** Like {@link run}, for a paused lab. */
function resume(step, id) {
    return setGoing(step, () => step.api.resume(id, step.limit), async () => (await step.api.lab(id, step.limit)).status !== 'PAUSE');
}
async function setGoing(step, ask, goes) {
    for (let attempt = 1;; attempt += 1) {
        try {
            return await ask();
        }
        catch (error) {
            step.limit.signal.throwIfAborted();
            const unclear = error instanceof errors/* ActionError */.lZ &&
                ['network', 'server-error', 'response-invalid', 'rate-limited'].includes(error.code);
            if (!unclear || attempt > step.retries)
                throw error;
            step.log.info((0,foreign_text/* line */.n8) `${error.parts.why}; looking whether it was done all the same.`);
            await step.clock.sleep(Math.round(step.random() * 500 * 2 ** attempt), step.limit.signal);
            if (await goes())
                return;
        }
    }
}

// EXTERNAL MODULE: ./build/clients/retry.js
var retry = __webpack_require__(2674);
// EXTERNAL MODULE: ./build/domain/retry-policy.js
var retry_policy = __webpack_require__(1881);
// EXTERNAL MODULE: ./build/runner/state.js
var state = __webpack_require__(8067);
;// CONCATENATED MODULE: ./build/domain/lab-name.js
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789';
/** Six random characters; matrix legs share run, job and step, so only these tell their labs apart. */
function randomSuffix(randomBytes) {
    // 252 is the largest multiple of 36 below 256: larger bytes are drawn again, so each character is equally likely.
    let suffix = '';
    while (suffix.length < 6) {
        for (const byte of randomBytes(12)) {
            if (byte < 252 && suffix.length < 6)
                suffix += ALPHABET[byte % 36];
        }
    }
    return suffix;
}
/** The `config_name` of a step's labs: `<owner>/<repo>@<run id>.<attempt>.<6 random characters>`. */
function stepLabName(run, suffix) {
    return `${run.repository}@${run.runId}.${run.runAttempt}.${suffix}`;
}
/** The second, third… lab of a set adds `+2`, `+3`…; the first bears the name as it is. */
function nameInSet(name, index) {
    return index === 0 ? name : `${name}+${index + 1}`;
}

// EXTERNAL MODULE: ./build/domain/lab-request.js
var lab_request = __webpack_require__(8979);
// EXTERNAL MODULE: ./build/domain/nearest.js
var nearest = __webpack_require__(5482);
;// CONCATENATED MODULE: ./build/commands/resolve-labs.js






/**
 * Completes what was asked for: looks up profiles that were not given, spreads `*` over all of them, gives names.
 * @throws ActionError scenario-unknown, profile-required, profile-unknown
 */
async function resolveLabs(step, requests, naming) {
    const catalogue = createCatalogue(step);
    const resolved = await Promise.all(requests.map((request) => profilesOf(request, catalogue)));
    const labs = requests.flatMap((request, index) => (resolved[index] ?? []).map((profile) => ({ request, profile })));
    if (labs.length > lab_request/* MOST_LABS */.VD)
        throw tooMany(labs.length);
    return labs.map(({ request, profile }, index) => ({
        kind: request.kind,
        content: request.content,
        profile,
        name: request.name ?? nameInSet(naming.base, index),
        nameIsUnique: request.name === undefined && naming.unique,
        publicAccess: request.publicAccess,
        config: request.config,
    }));
}
/** Also where a server names so many profiles that `*` would start them all. */
function tooMany(count) {
    return new errors/* ActionError */.lZ('input-invalid', {
        what: (0,foreign_text/* line */.n8) `launch ${count} labs`,
        why: (0,foreign_text/* line */.n8) `${lab_request/* MOST_LABS */.VD} are the most in one step`,
        remedy: (0,foreign_text/* line */.n8) `Name fewer scenarios or profiles`,
    });
}
/** A given profile is taken at its word: looking it up would cost every run a request that the creation makes anyway. */
async function profilesOf(request, catalogue) {
    const { kind, content, profile } = request;
    if (!(0,lab_plan/* needsProfile */.R)(kind) && profile !== '*')
        return [profile ?? null];
    if (profile !== undefined && profile !== '*')
        return [profile];
    const { profiles } = await catalogue(kind, content);
    if (profile === '*')
        return [...profiles];
    const [only] = profiles;
    if (only !== undefined && profiles.length === 1)
        return [only];
    throw new errors/* ActionError */.lZ('profile-required', {
        what: (0,foreign_text/* line */.n8) `launch '${content}'`,
        why: only === undefined
            ? (0,foreign_text/* line */.n8) `it has no profiles`
            : (0,foreign_text/* line */.n8) `it has ${profiles.length} profiles (${(0,foreign_text/* quoteList */.JN)(profiles)})`,
        remedy: only === undefined
            ? (0,foreign_text/* line */.n8) `Choose another scenario`
            : (0,foreign_text/* line */.n8) `Set scenario-profile to one of them, or to * for all`,
    });
}
/** Reads a content once, however many labs of the set need it. */
function createCatalogue({ api, limit }) {
    const known = new Map();
    return (kind, name) => {
        const key = `${kind}/${name}`;
        const read = known.get(key) ?? findContent({ api, limit }, kind, name);
        known.set(key, read);
        return read;
    };
}
async function findContent(step, kind, name) {
    try {
        return await step.api.scenario(kind, name, step.limit);
    }
    catch (error) {
        if (!(error instanceof errors/* ActionError */.lZ) || error.code !== 'not-found')
            throw error;
        // Some servers do not find a name that needs percent-encoding; the list has every name.
        const all = await step.api.scenarios(kind, step.limit);
        const found = all.find((scenario) => scenario.name === name);
        if (found === undefined)
            throw unknownContent(name, all, error);
        return found;
    }
}
function unknownContent(name, all, cause) {
    const names = all.map((scenario) => scenario.name);
    const near = (0,nearest/* nearest */.p)(name, names);
    const remedy = near.length > 0
        ? (0,foreign_text/* line */.n8) `Did you mean ${(0,foreign_text/* quoteList */.JN)(near)}?`
        : (0,foreign_text/* line */.n8) `Choose one of ${names.length} that this workspace may run: ${(0,foreign_text/* quoteList */.JN)(names)}`;
    return new errors/* ActionError */.lZ('scenario-unknown', {
        what: (0,foreign_text/* line */.n8) `launch '${name}'`,
        why: (0,foreign_text/* line */.n8) `there is no scenario of that name`,
        remedy,
        cause,
    });
}
/**
 * Explains a creation that the API refused because of its content: an unknown scenario gets the nearest names, an
 * unknown profile the list of those that exist. Returns the refusal as it was when it has another reason.
 */
async function explainRefusedCreation(step, plan, refusal) {
    const mayBeContent = ['not-found', 'request-rejected', 'server-error'].includes(refusal.code);
    if (!mayBeContent || !(0,lab_plan/* needsProfile */.R)(plan.kind))
        return refusal;
    try {
        const { profiles } = await findContent(step, plan.kind, plan.content);
        if (plan.profile === null || profiles.includes(plan.profile))
            return refusal;
        return new errors/* ActionError */.lZ('profile-unknown', {
            what: (0,foreign_text/* line */.n8) `launch '${plan.content}'`,
            why: (0,foreign_text/* line */.n8) `it has no profile '${plan.profile}'`,
            remedy: (0,foreign_text/* line */.n8) `Set scenario-profile to one of ${(0,foreign_text/* quoteList */.JN)(profiles, 20)}`,
            cause: refusal,
        });
    }
    catch (error) {
        return error instanceof errors/* ActionError */.lZ && error.code === 'scenario-unknown' ? error : refusal;
    }
}

;// CONCATENATED MODULE: ./build/commands/create-lab.js








/**
 * Creates one lab and never a second one: its name is in the journal before the request is sent, its id the moment it
 * is known, and a request whose answer was lost is looked for before it is sent again.
 * @throws ActionError that says why there is no lab, or the limit's reason
 */
async function createLab(step, { plan, record, order, run }) {
    const { clock, journal, limit, tokens } = step;
    record.since = clock.now();
    // Whatever can be refused without a creation is asked for before the journal promises one.
    await tokens.get(limit);
    const linkTokens = plan.publicAccess ? await tokens.mintLinkTokens(limit) : undefined;
    journal.intend(order, plan);
    const request = { plan, run, ...(linkTokens === undefined ? {} : { linkTokens }) };
    const entry = (0,state/* entryOf */.Ms)(plan);
    let repeated = false;
    const id = await createOrFind(step, request, {
        onRepeat: () => {
            repeated = true;
            journal.exists(order, { ...entry, repeated });
        },
        onRefused: () => {
            if (!repeated)
                journal.settled(order);
        },
    });
    journal.exists(order, { ...entry, id, ...(repeated ? { repeated } : {}) });
    record.id = id;
    record.created = true;
}
async function createOrFind(step, request, events) {
    const { api, clock, limit, log, random, retries } = step;
    for (let attempt = 1;; attempt += 1) {
        try {
            return await api.createLab(request, limit);
        }
        catch (error) {
            if (!(error instanceof errors/* ActionError */.lZ) || limit.signal.aborted)
                throw error;
            const failure = failureOf(error);
            if (failure === undefined || failure.kind === 'unusable')
                throw error;
            if (!mayHaveWorked(failure)) {
                events.onRefused();
                throw await explainRefusedCreation(step, request.plan, error);
            }
            if (!request.plan.nameIsUnique)
                throw cannotTell(error, request.plan);
            log.info((0,foreign_text/* line */.n8) `${error.parts.why}. Looking for a lab named '${request.plan.name}' before trying again.`);
            const found = await lookFor(step, request.plan);
            if (found !== undefined) {
                log.info((0,foreign_text/* line */.n8) `The lab was created all the same: ${found}.`);
                return found;
            }
            const remainingMs = limit.remainingMs();
            const decision = (0,retry_policy/* decideRetry */.tE)({
                effect: 'creation',
                failure,
                attempt,
                retries,
                remainingMs,
                random: random(),
            });
            if (decision.action === 'stop')
                throw await explainRefusedCreation(step, request.plan, error);
            log.info((0,foreign_text/* line */.n8) `There is none. Try ${attempt + 1} of ${retries + 1} in ${(0,duration/* formatDuration */.a)(decision.waitMs)}.`);
            events.onRepeat();
            await clock.sleep(decision.waitMs, limit.signal);
        }
    }
}
function failureOf(error) {
    return error.cause instanceof retry/* RequestFailed */.D ? error.cause.failure : undefined;
}
/** After these the server may have created the lab, and a look tells; an unusable answer ends the step instead. */
function mayHaveWorked(failure) {
    return (failure.kind === 'lost' ||
        (failure.kind === 'status' &&
            failure.status !== 425 &&
            failure.status !== 429 &&
            (0,retry_policy/* isTransientStatus */.Dm)(failure.status)));
}
/** A server may finish a creation although its answer was lost; four looks in six seconds catch it. */
const LOOKS_AFTER_MS = [0, 1_000, 2_000, 3_000];
async function lookFor({ api, clock, limit }, plan) {
    for (const pause of LOOKS_AFTER_MS) {
        await clock.sleep(pause, limit.signal);
        const [oldest] = await (0,find_labs/* findLabsByName */.C8)(api, limit, plan);
        if (oldest !== undefined)
            return oldest.id;
    }
    return undefined;
}
/** A name that a user chose may be a sibling's too, so a lab that bears it is nobody's to take. */
function cannotTell(error, plan) {
    return new errors/* ActionError */.lZ(error.code, {
        ...error.parts,
        why: (0,foreign_text/* line */.n8) `${error.parts.why}, and whether a lab named '${plan.name}' was created cannot be told because others may bear that name`,
        remedy: (0,foreign_text/* line */.n8) `Look for it in the workspace; leave lab-name out, and the action finds its own labs`,
        cause: error.cause,
    });
}

;// CONCATENATED MODULE: ./build/commands/launch.js





/**
 * Creates labs, several at once, and follows each from the moment it exists. A lab that cannot be created does not
 * stop the others; its record says why.
 * @throws only the limit's reason
 */
async function launch(step, { plans, records, run, maxParallel, following }) {
    const queue = [...plans.entries()];
    let underWay = queue.length;
    let announce = () => { };
    let arrival = new Promise((resolve) => {
        announce = resolve;
    });
    async function createInTurn() {
        for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
            const [order, plan] = next;
            const record = records[order];
            if (record !== undefined)
                await createOne(step, { plan, record, order, run }, records);
            underWay -= 1;
            announce();
            arrival = new Promise((resolve) => {
                announce = resolve;
            });
        }
    }
    const creators = Array.from({ length: Math.min(maxParallel, plans.length) }, createInTurn);
    const nextArrival = () => (underWay > 0 ? arrival : undefined);
    await Promise.all([...creators, followLabs(step, { ...following, records, nextArrival })]);
}
async function createOne(step, creation, records) {
    const { clock, limit, log } = step;
    const { record, plan, run } = creation;
    try {
        await createLab(step, creation);
        const profile = plan.profile === null ? (0,foreign_text/* line */.n8) `` : (0,foreign_text/* line */.n8) `, profile ${plan.profile}`;
        log.info((0,foreign_text/* line */.n8) `${labelOf(record, records)}: ${run ? 'launched' : 'created'} lab ${record.id}${profile}`);
    }
    catch (error) {
        limit.signal.throwIfAborted();
        if (!(error instanceof errors/* ActionError */.lZ))
            throw error;
        record.result = 'failed';
        record.error = error;
        record.until = clock.now();
        log.info((0,foreign_text/* line */.n8) `${labelOf(record, records)}: no lab (${error.code})`);
    }
}

;// CONCATENATED MODULE: ./build/commands/list.js




/** GitHub refuses a matrix that makes more jobs than this. */
const MOST_JOBS = 256;
const MOST_ROWS = 500;
/** Outputs `scenarios` and `matrix`: what can be launched, and one job for each scenario and profile. */
async function tellScenarios({ api, limit, log, warn }, findings) {
    const scenarios = await api.scenarios('scenario', limit);
    const include = scenarios.flatMap(({ name, profiles }) => profiles.map((profile) => ({ scenario: name, 'scenario-profile': profile })));
    findings.outputs.scenarios = JSON.stringify(scenarios.map(({ name, profiles }) => ({ name, profiles })));
    findings.outputs.matrix = JSON.stringify({ include });
    log.info((0,foreign_text/* line */.n8) `${scenarios.length} scenarios with ${include.length} profiles in all`);
    for (const { name, profiles } of scenarios)
        log.info((0,foreign_text/* line */.n8) `  ${name}: ${profiles.join(', ')}`);
    if (include.length > MOST_JOBS) {
        warn((0,foreign_text/* line */.n8) `The output matrix makes ${include.length} jobs, and GitHub refuses more than ${MOST_JOBS}.`);
    }
    const rows = scenarios
        .slice(0, MOST_ROWS)
        .map(({ name, profiles }) => (0,markdown.md) `| ${(0,markdown/* code */.aY)(name)} | ${(0,markdown/* code */.aY)(profiles.join(', '), 500)} |`);
    findings.sections.push((0,markdown/* joinMarkdown */.UF)([(0,markdown.md) `| Scenario | Profiles |`, (0,markdown.md) `|---|---|`, ...rows], '\n'));
}
/**
 * Output `labs`: every lab of the workspace, the stopped ones too, in the shape that the labs of a step have. Only a
 * lab's config tells its name, so names stay null; tokens were dropped where the list was read.
 */
async function tellLabs({ api, clock, limit, log }, { findings, linkOf }) {
    const labs = await (0,find_labs/* listLabs */.H3)(api, limit, { all: true });
    const counts = new Map();
    const records = labs.map((lab) => {
        counts.set(lab.status, (counts.get(lab.status) ?? 0) + 1);
        const record = (0,lab_record/* recordOfId */.aK)(lab.id);
        (0,lab_record/* observe */.lB)(record, lab, clock.now());
        record.link = linkOf(lab);
        return record;
    });
    findings.outputs.labs = JSON.stringify(records.map(lab_record/* labOutput */.te));
    log.info((0,foreign_text/* line */.n8) `${labs.length} labs in the workspace`);
    const rows = [];
    for (const [status, count] of [...counts].sort((a, b) => b[1] - a[1])) {
        log.info((0,foreign_text/* line */.n8) `  ${status}: ${count}`);
        rows.push((0,markdown.md) `| ${(0,markdown/* code */.aY)(status)} | ${(0,markdown/* code */.aY)(count)} |`);
    }
    findings.sections.push((0,markdown/* joinMarkdown */.UF)([(0,markdown.md) `| Status | Labs |`, (0,markdown.md) `|---|---|`, ...rows], '\n'));
}

// EXTERNAL MODULE: ./build/connect.js + 6 modules
var connect = __webpack_require__(2988);
;// CONCATENATED MODULE: ./build/domain/outcome.js


/** Gives every lab without a verdict the result that the end of the step means for it. */
function closeRecords(records, thrown, now) {
    if (thrown === undefined)
        return;
    for (const record of records.filter(({ until }) => until === undefined)) {
        record.result = resultOf(thrown);
        record.error = thrown;
        record.until = now;
    }
}
/** The step's result: what ended it, else the worst of its labs'. */
function outcomeOf(records, thrown) {
    if (thrown !== undefined)
        return { result: resultOf(thrown), error: withLabs(thrown, records) };
    const failed = records.filter(({ error }) => error !== undefined);
    const [first] = failed;
    if (first?.error !== undefined) {
        return {
            result: 'failed',
            error: failed.length === 1 ? first.error : severalFailed(failed, records.length),
        };
    }
    return {
        result: records.some(({ result }) => result === 'paused') ? 'paused' : 'succeeded',
        error: undefined,
    };
}
function resultOf({ code }) {
    if (code === 'timed-out' || code === 'cancelled')
        return code;
    return 'failed';
}
/** A timeout says which labs it left waiting, with their last status and link. */
function withLabs(thrown, records) {
    const waiting = records.filter(({ error }) => error === thrown);
    if (thrown.code !== 'timed-out' || waiting.length === 0)
        return thrown;
    const labs = waiting.slice(0, 5).map(({ id, name, status, link }) => {
        const who = id === null ? (0,foreign_text/* line */.n8) `'${name}' (no id yet)` : (0,foreign_text/* line */.n8) `${id}`;
        return (0,foreign_text/* line */.n8) `${who}${status === '' ? '' : ` was ${status}`}${link === undefined ? '' : ` at ${link}`}`;
    });
    const rest = waiting.length > labs.length ? (0,foreign_text/* line */.n8) ` and ${waiting.length - labs.length} more` : (0,foreign_text/* line */.n8) ``;
    return new errors/* ActionError */.lZ('timed-out', {
        ...thrown.parts,
        why: (0,foreign_text/* line */.n8) `${thrown.parts.why}; ${labs.join(', ')}${rest}`,
    });
}
function severalFailed(failed, total) {
    const [first] = failed;
    const names = failed.slice(0, 10).map(({ id, content, error }) => {
        const who = id === null ? (0,foreign_text/* line */.n8) `'${content}'` : (0,foreign_text/* line */.n8) `${id} (${content})`;
        return (0,foreign_text/* line */.n8) `${who}: ${(0,foreign_text/* cleanText */.X5)(error?.parts.why ?? '', 150)}`;
    });
    const rest = failed.length > names.length ? (0,foreign_text/* line */.n8) `; and ${failed.length - names.length} more` : (0,foreign_text/* line */.n8) ``;
    return new errors/* ActionError */.lZ(first?.error?.code ?? 'lab-failed', {
        what: (0,foreign_text/* line */.n8) `finish ${failed.length} of ${total} labs`,
        why: `${names.join('; ')}${rest}`,
        remedy: first?.error?.parts.remedy ?? (0,foreign_text/* line */.n8) `Look at each lab's error in the output labs`,
        cause: first?.error,
    });
}

// EXTERNAL MODULE: ./build/domain/public-link.js
var public_link = __webpack_require__(8592);
// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __webpack_require__(3024);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
;// CONCATENATED MODULE: ./build/runner/collected-files.js


/**
 * Makes a folder of its own below a temporary one, so that steps of the same job do not mix.
 * @param folder RUNNER_TEMP, which the runner empties at the end of a job
 */
function createCollectedFiles(folder) {
    const path = (0,external_node_fs_.mkdtempSync)((0,external_node_path_.join)(folder, 'scenario-lab-'));
    return {
        path,
        save: ({ labId, name, text }) => {
            const place = (0,external_node_path_.join)(path, labId);
            (0,external_node_fs_.mkdirSync)(place, { recursive: true });
            (0,external_node_fs_.writeFileSync)((0,external_node_path_.join)(place, `${name}.json`), text);
        },
    };
}

// EXTERNAL MODULE: ./build/runner/limits.js
var limits = __webpack_require__(3028);
;// CONCATENATED MODULE: ./build/run-step.js





















/** Runs the command under one deadline, and removes at once what the end of the step says must go. Never throws. */
async function runStep(settings) {
    const { inputs, clock, secrets, log, annotations, cancelled, records, findings } = settings;
    const journal = (0,state/* createJournal */.s9)({ keepsLabs: inputs.cleanup !== 'never', scrub: secrets.scrub });
    journal.addresses(inputs.deployment.baseUrl, inputs.deployment.authUrl);
    const connected = (0,connect/* connect */.N)({
        inputs,
        clock,
        secrets,
        log,
        warn: annotations.warning,
        onSpent: journal.spent,
    });
    const limit = (0,limits/* startDeadline */.d)({ clock, ms: inputs.waiting.timeoutMs, work: 'step', cancelled });
    const step = {
        api: connected.api,
        tokens: connected.tokens,
        clock,
        random: Math.random,
        log,
        warn: annotations.warning,
        journal,
        limit,
        retries: inputs.deployment.retries,
    };
    let outcome;
    try {
        await runCommand(step, settings, connected);
        outcome = outcomeOf(records, undefined);
    }
    catch (thrown) {
        const error = (0,errors/* asActionError */.z6)(thrown, secrets.scrub);
        closeRecords(records, error, clock.now());
        outcome = outcomeOf(records, error);
    }
    const [first] = records;
    const expiry = inputs.command === 'launch' && first !== undefined ? (0,lab_record/* expiresAt */.WJ)(first) : undefined;
    findings.outputs['expires-at'] = expiry ?? '';
    limit.clear();
    await settle({ step, settings, outcome });
    connected.close();
    return outcome;
}
async function runCommand(step, settings, { probes }) {
    const { inputs, records, findings } = settings;
    const { command, content, waiting, deployment, request, dryRun } = inputs;
    const linkOf = (lab) => (0,public_link/* publicLink */.ym)({
        template: content.linkTemplate,
        labId: lab.id,
        publicBaseUrl: lab.publicBaseUrl,
        domain: deployment.domain,
        baseUrl: deployment.baseUrl,
    });
    const { waitFor, pollIntervalMs: intervalMs, onPause } = waiting;
    const following = { waitFor, intervalMs, onPause, linkOf };
    switch (command) {
        case 'launch':
        case 'create': {
            const plans = await resolveLabs(step, content.requests, namingOf(settings));
            records.push(...plans.map(lab_record/* recordOfPlan */._p));
            const run = command === 'launch';
            if (dryRun)
                return tellPlans(step, plans, run);
            await launch(step, { plans, records, run, maxParallel: content.maxParallel, following });
            return run_step_collect(step, settings);
        }
        case 'run':
        case 'resume':
        case 'wait':
            records.push(...inputs.labIds.map(lab_record/* recordOfId */.aK));
            if (dryRun)
                return tellGiven(step, command, records);
            await followGiven(step, command, { records, adopt: inputs.cleanup !== 'never', following });
            return run_step_collect(step, settings);
        case 'stop':
        case 'delete':
            records.push(...inputs.labIds.map(lab_record/* recordOfId */.aK));
            if (dryRun)
                return tellGiven(step, command, records);
            return removeGiven(step, command, { records, adopt: false, following });
        case 'list-scenarios':
            return tellScenarios(step, findings);
        case 'list-labs':
            return tellLabs(step, { findings, linkOf });
        case 'check': {
            const login = describeLogin(inputs.credentials);
            return check(step, { ...deployment, ...probes, issuer: (0,token_endpoint/* issuerOf */.x)(deployment), login, findings });
        }
        case 'call':
            if (request === undefined)
                throw new Error('no request and no problem');
            return dryRun ? tellRequest(step, request) : call(step, { request, findings });
    }
}
/** Input `collect`, once the wait is over; also for labs that failed, whose details tell why. */
async function run_step_collect(step, { inputs, context, records, findings }) {
    const { collect: details } = inputs;
    if (details.length === 0)
        return;
    const files = createCollectedFiles(context.temp);
    findings.outputs['collected-path'] = files.path;
    await collectDetails(step, { records, details, files });
}
/** Input `lab-name`, or a name drawn for this step alone. */
function namingOf({ inputs, context }) {
    const { labName } = inputs.content;
    if (labName !== undefined)
        return { base: labName, unique: false };
    return { base: stepLabName(context, randomSuffix(external_node_crypto_.randomBytes)), unique: true };
}
/** Time to remove labs: the runner kills a cancelled step after 10 s, and post finishes what is left. */
const CLEAN_UP_MS = { cancelled: 4_500, 'timed-out': 2_000, other: 20_000 };
/** After a failure the labs go at once; after a success they are post's (`always`) or nobody's. */
async function settle(end) {
    const { step, settings, outcome } = end;
    const { inputs, clock, log, records } = settings;
    const { journal } = step;
    const failed = outcome.error !== undefined;
    const open = [...journal.open()];
    if (open.length === 0)
        return;
    if (!failed) {
        if (inputs.cleanup === 'on-failure')
            for (const [order] of open)
                journal.settled(order);
        return;
    }
    log.info((0,foreign_text/* line */.n8) `Removing what this step created (cleanup: ${inputs.cleanup}).`);
    const { result } = outcome;
    const ms = CLEAN_UP_MS[result === 'cancelled' || result === 'timed-out' ? result : 'other'];
    const limit = (0,limits/* startDeadline */.d)({ clock, ms, work: 'clean-up' });
    const cleanUp = { api: step.api, clock, log, limit, method: inputs.cleanupMethod, looksAfterMs: [0] };
    const removals = await (0,clean_up/* removeLabs */.$)(cleanUp, open.map(([, entry]) => entry));
    limit.clear();
    removals.forEach(({ entry, removed, error }, index) => {
        const order = open[index]?.[0] ?? 0;
        if (error !== undefined)
            log.info((0,foreign_text/* line */.n8) `${error.message} The post step tries again.`);
        // A lab that was not found by its name may still come up: post looks again.
        else if (entry.id !== undefined || removed.length > 0)
            settleRecord(journal, records[order], order);
    });
}
function settleRecord(journal, record, order) {
    journal.settled(order);
    if (record !== undefined)
        record.removed = true;
}


/***/ })

};
;