'use strict';
/**
 * The interface of `@vscode/native-watchdog`, by which the extension host ends when its server is gone. The host looks
 * for its server every second on its own as well, so nothing is left to do here.
 */
exports.start = () => undefined;
exports.exit = (/** @type {number | undefined} */ code) => process.exit(code || 0);
