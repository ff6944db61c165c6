"use strict";
exports.id = 841;
exports.ids = [841];
exports.modules = {

/***/ 1841:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   post: () => (/* binding */ post)
/* harmony export */ });
/* harmony import */ var _commands_clean_up__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(9553);
/* harmony import */ var _connect__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(2988);
/* harmony import */ var _domain_errors__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(3393);
/* harmony import */ var _domain_foreign_text__WEBPACK_IMPORTED_MODULE_11__ = __webpack_require__(8722);
/* harmony import */ var _runner_annotations__WEBPACK_IMPORTED_MODULE_10__ = __webpack_require__(480);
/* harmony import */ var _runner_clock__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(6263);
/* harmony import */ var _runner_context__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(2501);
/* harmony import */ var _runner_inputs__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(3984);
/* harmony import */ var _runner_limits__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(3028);
/* harmony import */ var _runner_log__WEBPACK_IMPORTED_MODULE_12__ = __webpack_require__(2448);
/* harmony import */ var _runner_masks__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(3147);
/* harmony import */ var _runner_state__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(8067);
/* harmony import */ var _runner_unmasked__WEBPACK_IMPORTED_MODULE_9__ = __webpack_require__(8950);













/** Post has this long against an API that does not answer. */
const LIMIT_MS = 28_000;
/** A lab whose creation was never answered is looked for twice: the server may finish it after main has died. */
const LOOKS_AFTER_MS = [0, 10_000];
/** The post step: removes what main left. Sends nothing when nothing is left, and never makes a job red. */
async function post() {
    const left = (0,_runner_state__WEBPACK_IMPORTED_MODULE_8__/* .readLeftState */ .zX)(process.env);
    if (left.entries.length === 0)
        return;
    const context = (0,_runner_context__WEBPACK_IMPORTED_MODULE_4__/* .readContext */ .yI)(process.env);
    const secrets = (0,_runner_masks__WEBPACK_IMPORTED_MODULE_7__/* .createSecrets */ .g)({ neverMasked: (0,_runner_unmasked__WEBPACK_IMPORTED_MODULE_9__/* .unmaskedTexts */ .V)(context), onRefused: () => { } });
    const annotations = (0,_runner_annotations__WEBPACK_IMPORTED_MODULE_10__/* .createAnnotations */ .X)(secrets, context.action);
    const warnOf = (entry, why) => annotations.warning((0,_domain_foreign_text__WEBPACK_IMPORTED_MODULE_11__/* .line */ .n8) `Lab ${entry.id ?? ''} '${entry.name}' may still be running: ${why} Stop it on the platform, or by a step with command: stop and its id in lab-ids.`);
    try {
        const inputs = await (0,_runner_inputs__WEBPACK_IMPORTED_MODULE_5__/* .readInputs */ .K)({ context, secrets });
        const obstacle = obstacleTo(left, inputs.deployment);
        if (obstacle !== undefined) {
            for (const entry of left.entries)
                warnOf(entry, obstacle);
            return;
        }
        const log = (0,_runner_log__WEBPACK_IMPORTED_MODULE_12__/* .createLog */ .h)(secrets);
        const clock = _runner_clock__WEBPACK_IMPORTED_MODULE_3__/* .systemClock */ .m;
        const connected = (0,_connect__WEBPACK_IMPORTED_MODULE_1__/* .connect */ .N)({ inputs, clock, secrets, log, warn: annotations.warning, onSpent: () => { } });
        const limit = (0,_runner_limits__WEBPACK_IMPORTED_MODULE_6__/* .startDeadline */ .d)({ clock, ms: LIMIT_MS, work: 'clean-up' });
        const cleanUp = {
            api: connected.api,
            clock,
            log,
            limit,
            method: inputs.cleanupMethod,
            looksAfterMs: LOOKS_AFTER_MS,
        };
        for (const { entry, removed, error } of await (0,_commands_clean_up__WEBPACK_IMPORTED_MODULE_0__/* .removeLabs */ .$)(cleanUp, left.entries)) {
            if (error !== undefined)
                annotations.warning((0,_domain_foreign_text__WEBPACK_IMPORTED_MODULE_11__/* .line */ .n8) `${error.message}`);
            else if (removed.length === 0)
                log.info((0,_domain_foreign_text__WEBPACK_IMPORTED_MODULE_11__/* .line */ .n8) `There is no lab '${entry.name}': nothing to remove.`);
        }
        limit.clear();
        connected.close();
    }
    catch (thrown) {
        for (const entry of left.entries)
            warnOf(entry, (0,_domain_errors__WEBPACK_IMPORTED_MODULE_2__/* .asActionError */ .z6)(thrown, secrets.scrub).message);
    }
}
/** Why post must not even try. */
function obstacleTo(left, now) {
    if (left.spent)
        return 'the refresh token was single-use and is spent, so this step cannot log in again.';
    if (left.baseUrl !== now.baseUrl || left.authUrl !== now.authUrl) {
        return 'the addresses are not the ones that launched it.';
    }
    return undefined;
}


/***/ })

};
;