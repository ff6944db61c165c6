"use strict";
exports.id = 65;
exports.ids = [65];
exports.modules = {

/***/ 65:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  playDemo: () => (/* binding */ playDemo)
});

// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(760);
// EXTERNAL MODULE: ./build/sandbox/deployment.js + 43 modules
var deployment = __webpack_require__(209);
;// CONCATENATED MODULE: ./build/demo/acts.js
/** The acts of the demonstration: one lab that succeeds, one that fails. */
function demoActs(sandbox) {
    const deployment = {
        'base-url': sandbox.baseUrl,
        'auth-url': sandbox.authUrl,
        'organization-id': sandbox.organizationId,
        'workspace-id': sandbox.workspaceId,
        'poll-interval': '250ms',
    };
    const { launcher } = sandbox.clients;
    return [
        {
            title: 'A service account launches a scenario, with a public link',
            inputs: {
                ...deployment,
                'client-id': launcher.clientId,
                'client-secret': launcher.secret ?? '',
                scenario: 'small-company/ransomware',
                'public-access': 'true',
            },
            secretInput: 'client-secret',
            expected: ({ exitCode, outputs }) => ({
                'the step succeeds': exitCode === 0 && outputs.result === 'succeeded',
                'it gives a public link': outputs['public-link']?.startsWith('https://') === true,
            }),
        },
        {
            title: "With a person's login, a lab that fails",
            inputs: {
                ...deployment,
                'refresh-token': sandbox.person.refreshToken,
                scenario: 'factory/broken-deployment',
            },
            secretInput: 'refresh-token',
            expected: ({ exitCode, outputs }) => ({
                'the step fails with the code lab-failed': exitCode === 1 && outputs['error-code'] === 'lab-failed',
                'the error quotes the last notification': outputs['error-message']?.includes(sandbox.labs.get(outputs['lab-id'] ?? '')?.failure ?? 'no lab') === true,
            }),
        },
    ];
}

;// CONCATENATED MODULE: ./build/demo/job-log.js
const COMMAND = /^\s*::([a-z-]+)(?: [^:]*)?::(.*)$/;
const ANNOTATIONS = {
    error: { text: 'Error: ', tone: 'red' },
    warning: { text: 'Warning: ', tone: 'yellow' },
    notice: { text: 'Notice: ', tone: 'cyan' },
    group: { text: '▼ ', tone: 'bold' },
};
const UNSEEN = new Set(['debug', 'endgroup']);
const GREY = '\u001b[90m';
/** The log of one job, whose own secrets are masked from the start. */
function createJobLog(secrets) {
    let forms = [];
    const mask = (secret) => {
        forms = [...new Set([...forms, ...maskForms(secret)])].sort((a, b) => b.length - a.length);
    };
    const masked = (text) => forms.reduce((rest, form) => rest.replaceAll(form, '***'), text);
    for (const secret of secrets)
        mask(secret);
    return {
        masked,
        read(line) {
            const [, command = '', data = ''] = COMMAND.exec(line) ?? [];
            const message = data.replaceAll('%0D', '\r').replaceAll('%0A', '\n').replaceAll('%25', '%');
            if (command === 'add-mask') {
                mask(message);
                return undefined;
            }
            if (UNSEEN.has(command))
                return undefined;
            const annotation = ANNOTATIONS[command];
            if (annotation !== undefined) {
                return { text: masked(`${annotation.text}${message}`), tone: annotation.tone };
            }
            const text = masked(line.replace(/\u001b\[[\d;]*m/g, ''));
            return { text, tone: line.includes(GREY) ? 'dim' : 'plain' };
        },
    };
}
/** The runner hides each line of a mask, and its encodings. */
function maskForms(secret) {
    return secret
        .split(/\r?\n/)
        .filter(Boolean)
        .flatMap((part) => [
        part,
        encodeURIComponent(part),
        JSON.stringify(part).slice(1, -1),
        Buffer.from(part).toString('base64').replace(/=+$/, ''),
    ]);
}

;// CONCATENATED MODULE: ./build/demo/screen.js
const CODES = {
    plain: '',
    bold: '\u001b[1m',
    dim: '\u001b[90m',
    red: '\u001b[31m',
    yellow: '\u001b[33m',
    green: '\u001b[32m',
    cyan: '\u001b[36m',
};
const RESET = '\u001b[0m';
const WIDEST = 110;
const NARROWEST = 60;
/** A screen on a stream; colours only on a terminal whose user wants them (https://no-color.org). */
function createScreen(stream) {
    const coloured = stream.isTTY === true && !process.env.NO_COLOR;
    const width = Math.max(NARROWEST, Math.min(WIDEST, stream.columns ?? WIDEST));
    let said = '';
    const say = (text, { tone = 'plain', prefix = '' } = {}) => {
        for (const part of wrap(text, width - columns(prefix))) {
            said += `${prefix}${part}\n`;
            const shown = coloured && tone !== 'plain' && part !== '' ? `${CODES[tone]}${part}${RESET}` : part;
            stream.write(`${prefix}${shown}\n`);
        }
    };
    return {
        width,
        say,
        table(rows) {
            const left = Math.max(0, ...rows.map(([name]) => columns(name)));
            const right = width - left - 7;
            const edge = (start, middle, end) => say(`${start}${'─'.repeat(left + 2)}${middle}${'─'.repeat(right + 2)}${end}`);
            edge('┌', '┬', '┐');
            for (const [name, value] of rows) {
                wrap(value, right).forEach((part, index) => {
                    say(`│ ${padded(index === 0 ? name : '', left)} │ ${padded(part, right)} │`);
                });
            }
            edge('└', '┴', '┘');
        },
        said: () => said,
    };
}
/** Lines of at most that many columns, broken between words, or inside one that is longer than a line. */
function wrap(text, width) {
    return text.split('\n').flatMap((paragraph) => {
        if (columns(paragraph) <= width)
            return [paragraph];
        const lines = [];
        let current = '';
        for (const word of paragraph.split(' ')) {
            const longer = current === '' ? word : `${current} ${word}`;
            if (columns(longer) <= width) {
                current = longer;
                continue;
            }
            if (current !== '')
                lines.push(current);
            current = word;
            while (current.length > width) {
                lines.push(current.slice(0, width));
                current = current.slice(width);
            }
        }
        return [...lines, current];
    });
}
function padded(text, width) {
    return text + ' '.repeat(Math.max(0, width - columns(text)));
}
/** Emoji take two columns, joiners and selectors none. */
function columns(text) {
    let sum = 0;
    for (const char of text) {
        if (/\u200b|\u200c|\u200d|\ufe0f/.test(char))
            continue;
        sum += /\p{Emoji_Presentation}/u.test(char) ? 2 : 1;
    }
    return sum;
}

// EXTERNAL MODULE: external "node:child_process"
var external_node_child_process_ = __webpack_require__(421);
// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __webpack_require__(24);
// EXTERNAL MODULE: external "node:os"
var external_node_os_ = __webpack_require__(161);
// EXTERNAL MODULE: external "node:readline"
var external_node_readline_ = __webpack_require__(481);
;// CONCATENATED MODULE: ./build/demo/stand-in-runner.js





const FILES = {
    GITHUB_OUTPUT: 'output',
    GITHUB_STATE: 'state',
    GITHUB_STEP_SUMMARY: 'summary',
    GITHUB_ENV: 'env',
};
/** What a process needs from its machine; no proxy may stand between the demonstration and its sandbox. */
const KEPT = ['PATH', 'SystemRoot', 'TEMP', 'TMP', 'TMPDIR'];
/** Runs a step in a process of its own, with the files and the environment that a runner gives it. */
async function runActionStep({ file, inputs, state, onLine }) {
    const folder = (0,external_node_fs_.mkdtempSync)((0,external_node_path_.join)((0,external_node_os_.tmpdir)(), 'scenario-lab-demo-'));
    try {
        const env = {
            GITHUB_ACTIONS: 'true',
            GITHUB_REPOSITORY: 'octo/lab',
            GITHUB_RUN_ID: '4711',
            GITHUB_RUN_ATTEMPT: '1',
            GITHUB_EVENT_NAME: 'push',
            GITHUB_ACTOR: 'octocat',
            GITHUB_SERVER_URL: 'https://github.com',
            GITHUB_WORKSPACE: (0,external_node_path_.join)(folder, 'workspace'),
            RUNNER_TEMP: (0,external_node_path_.join)(folder, 'temp'),
        };
        for (const name of KEPT) {
            const value = process.env[name];
            if (value !== undefined)
                env[name] = value;
        }
        (0,external_node_fs_.mkdirSync)((0,external_node_path_.join)(folder, 'workspace'));
        (0,external_node_fs_.mkdirSync)((0,external_node_path_.join)(folder, 'temp'));
        for (const [name, own] of Object.entries(FILES)) {
            env[name] = (0,external_node_path_.join)(folder, own);
            (0,external_node_fs_.writeFileSync)((0,external_node_path_.join)(folder, own), '');
        }
        for (const [name, value] of Object.entries(inputs))
            env[`INPUT_${name.toUpperCase()}`] = value;
        for (const [name, value] of Object.entries(state))
            env[`STATE_${name}`] = value;
        const startedAt = performance.now();
        const exitCode = await runNode({ file, env, cwd: (0,external_node_path_.join)(folder, 'workspace'), onLine });
        const read = (own) => (0,external_node_fs_.readFileSync)((0,external_node_path_.join)(folder, own), 'utf8');
        return {
            exitCode,
            ms: performance.now() - startedAt,
            outputs: fileCommands(read(FILES.GITHUB_OUTPUT)),
            state: fileCommands(read(FILES.GITHUB_STATE)),
            summary: read(FILES.GITHUB_STEP_SUMMARY),
            raw: Object.values(FILES).map(read).join('\n'),
        };
    }
    finally {
        (0,external_node_fs_.rmSync)(folder, { recursive: true, force: true });
    }
}
function runNode({ file, env, cwd, onLine }) {
    const child = (0,external_node_child_process_.spawn)(process.execPath, [file], { env, cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    const read = [child.stdout, child.stderr].map((input) => {
        const lines = (0,external_node_readline_.createInterface)({ input, crlfDelay: Number.POSITIVE_INFINITY }).on('line', onLine);
        return new Promise((resolve) => lines.once('close', resolve));
    });
    return new Promise((resolve, reject) => {
        child.once('error', reject);
        child.once('close', (code) => Promise.all(read).then(() => resolve(code), reject));
    });
}
/** Reads `name=value` and `name<<DELIMITER` records; a later record wins, as at the runner. */
function fileCommands(text) {
    const values = {};
    const lines = text.split(/\r?\n/);
    for (let index = 0; index < lines.length; index += 1) {
        const [, name = '', sign, rest = ''] = /^(.+?)(=|<<)(.*)$/.exec(lines[index] ?? '') ?? [];
        if (sign === '=')
            values[name] = rest;
        if (sign !== '<<')
            continue;
        const end = lines.indexOf(rest, index + 1);
        if (end < 0)
            throw new Error(`The value of ${name} has no end.`);
        values[name] = lines.slice(index + 1, end).join('\n');
        index = end;
    }
    return values;
}

;// CONCATENATED MODULE: ./build/demo/summary-view.js
/** Shows a job summary on a terminal: its heading, a box for each row of its table, its Mermaid gantt as bars. */
function showSummary(screen, markdown) {
    let header;
    let chart;
    for (const line of markdown.trimEnd().split('\n')) {
        if (chart !== undefined) {
            if (line !== '```')
                chart.push(line);
            else {
                showGantt(screen, chart);
                chart = undefined;
            }
        }
        else if (line === '```mermaid')
            chart = [];
        else if (line.startsWith('|')) {
            const cells = line.slice(1, -1).split('|').map(plainText);
            if (header === undefined)
                header = cells;
            else if (!/^\|[|-]+$/.test(line)) {
                const names = header;
                screen.table(cells.map((cell, index) => [names[index] ?? '', cell]));
            }
        }
        else if (line.startsWith('>'))
            screen.say(plainText(line.slice(1)), { prefix: '  ┃ ' });
        else if (line.startsWith('#'))
            screen.say(plainText(line.replace(/^#+/, '')), { tone: 'bold' });
        else
            screen.say(plainText(line));
    }
}
/** Of the Markdown and HTML that the summary uses, what a reader sees. */
function plainText(markdown) {
    return markdown
        .replace(/\[([^\]]*)\]\(([^)]*)\)/g, '$2')
        .replace(/<br>/g, '\n')
        .replace(/<\/?code>/g, '')
        .replace(/&#(\d+);/g, (_, number) => String.fromCodePoint(Number(number)))
        .replaceAll('\u200b', '')
        .trim();
}
const NAME_WIDTH = 10;
const TIMES_WIDTH = 18;
/** One line per bar, all on the same scale; sections are headings. */
function showGantt(screen, source) {
    const bars = source.map(barOf);
    const drawn = bars.filter((bar) => bar !== undefined);
    const start = Math.min(...drawn.map(({ from }) => from));
    const length = Math.max(1, Math.max(...drawn.map(({ to }) => to)) - start);
    const room = screen.width - NAME_WIDTH - TIMES_WIDTH - 6;
    const place = (at) => Math.round(((at - start) / length) * room);
    source.forEach((line, index) => {
        const bar = bars[index];
        const section = /^\s*section (.*)$/.exec(line);
        if (section !== null)
            screen.say(section[1] ?? '', { prefix: '  ' });
        if (bar === undefined)
            return;
        const before = Math.min(place(bar.from), room - 1);
        const cells = Math.max(1, place(bar.to) - before);
        const drawing = `${' '.repeat(before)}${'█'.repeat(cells)}`.padEnd(room);
        const seconds = (at) => ((at - start) / 1000).toFixed(1).padStart(5);
        screen.say(`  ${bar.name.padEnd(NAME_WIDTH)} ${drawing} ${seconds(bar.from)} s – ${seconds(bar.to).trim()} s`);
    });
}
/** `running :active, 1700000000000, 1700000001000` */
function barOf(line) {
    const [, name, from, to] = /^\s*(\w+) :(?:\w+, )?(\d+), (\d+)$/.exec(line) ?? [];
    return name === undefined ? undefined : { name, from: Number(from), to: Number(to) };
}

;// CONCATENATED MODULE: ./build/demo/play.js







/** Slow enough to be followed by eye, quick enough for two labs in a few seconds. */
const PHASE_MS = 280;
/** Runs the action's bundle as a runner would, and shows what a person would see; false when anything went wrong. */
async function playDemo(dist, stream) {
    const screen = createScreen(stream);
    const sandbox = await (0,deployment/* startSandbox */.O)({ phaseMs: PHASE_MS });
    screen.say('Scenario Lab: the action itself, against a sandbox on this machine.', { tone: 'bold' });
    screen.say(`Lab API ${sandbox.baseUrl}, identity provider ${sandbox.authUrl}; nothing leaves loopback.`);
    try {
        const verdicts = [];
        for (const [index, act] of demoActs(sandbox).entries()) {
            heading(screen, `Act ${index + 1}: ${act.title}`);
            verdicts.push(await playAct({ act, dist, screen, sandbox }));
        }
        return sayEnd(screen, sandbox, verdicts.every(Boolean));
    }
    finally {
        await sandbox.close();
    }
}
/** Main, what it left, then post, with one log as in a job. */
async function playAct({ act, dist, screen, sandbox }) {
    const log = createJobLog([act.inputs[act.secretInput] ?? '']);
    const onLine = (line) => {
        const shown = log.read(line);
        if (shown !== undefined)
            screen.say(shown.text, { tone: shown.tone, prefix: '│ ' });
    };
    screen.say('with:');
    for (const [name, value] of Object.entries(act.inputs))
        screen.say(`  ${name}: ${log.masked(value)}`);
    label(screen, 'dist/main.js');
    const main = await runActionStep({ file: (0,external_node_path_.join)(dist, 'main.js'), inputs: act.inputs, state: {}, onLine });
    screen.say(`exit status ${main.exitCode} after ${seconds(main.ms)}`, {
        tone: main.exitCode === 0 ? 'green' : 'red',
    });
    label(screen, 'Outputs');
    screen.table(Object.entries(main.outputs).map(([name, value]) => [name, log.masked(value)]));
    label(screen, 'Job summary');
    showSummary(screen, log.masked(main.summary));
    label(screen, `The job ends: dist/post.js`);
    const requestsBefore = sandbox.requests.length;
    const post = await runActionStep({
        file: (0,external_node_path_.join)(dist, 'post.js'),
        inputs: act.inputs,
        state: main.state,
        onLine,
    });
    const sent = sandbox.requests.length - requestsBefore;
    screen.say(`exit status ${post.exitCode} after ${seconds(post.ms)}; ${sent === 0 ? 'nothing was left to do, so it sent nothing' : `it sent ${count(sent, 'request')}`}`, { tone: post.exitCode === 0 ? 'green' : 'red' });
    label(screen, 'As expected?');
    const visible = `${screen.said()}${main.raw}${post.raw}`;
    const checks = {
        ...act.expected(main),
        'post succeeds': post.exitCode === 0,
        'no lab is left': labsLeft(sandbox) === 0,
        'no secret shows': [...sandbox.secrets].every((secret) => !visible.includes(secret)),
    };
    for (const [what, holds] of Object.entries(checks)) {
        screen.say(`${holds ? '✓' : '✗'} ${what}`, { tone: holds ? 'green' : 'red' });
    }
    return Object.values(checks).every(Boolean);
}
/** Labs that nobody asked to go; one that is asked takes a moment for its teardown. */
function labsLeft({ labs }) {
    return [...labs.values()].filter((lab) => lab.events.stoppedAt === undefined && !labs.life(lab).over)
        .length;
}
function sayEnd(screen, sandbox, asExpected) {
    const left = labsLeft(sandbox);
    const good = asExpected && left === 0;
    const { requests } = sandbox;
    const logins = requests.filter(({ origin }) => origin === 'idp').length;
    heading(screen, good ? 'All went as it should' : 'Something went wrong');
    screen.say(`Left in the sandbox: ${left === 0 ? 'nothing' : count(left, 'lab')}. ${count(requests.length, 'request')} made: ${logins} to the identity provider, ${requests.length - logins} to the lab API.`, { tone: good ? 'green' : 'red' });
    return good;
}
function heading(screen, text) {
    screen.say(`\n━━ ${text} ${'━'.repeat(Math.max(0, screen.width - text.length - 4))}`, { tone: 'bold' });
}
function label(screen, text) {
    screen.say(`\n${text}`, { tone: 'bold' });
}
function seconds(ms) {
    return `${(ms / 1000).toFixed(1)} s`;
}
function count(number, noun) {
    return `${number} ${noun}${number === 1 ? '' : 's'}`;
}


/***/ })

};
;