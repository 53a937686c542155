// What `npm start` runs for development: the service, with the page and a thread for each core. Unless
// an origin is configured, pages on any port of localhost may call it.
'use strict';

var fs = require('node:fs');

var given = process.argv.slice(2);
var configurations = ['mjs', 'js', 'json'].map((ending) => 'food-lookup.config.' + ending);

var flags = [];
if (!isGiven('threads', 'FOOD_THREADS')) flags.push('--threads');
if (!isGiven('page', 'PAGE_PORT')) flags.push('--page', '3002');
if (
  !isGiven('origin', 'CORS_ORIGIN') &&
  !isGiven('config', 'FOOD_LOOKUP_CONFIG') &&
  !configurations.some(fs.existsSync)
) {
  flags.push('--origin', 'http://localhost:*');
}

if (process.env.npm_lifecycle_event === 'start') stopWithShell();
process.argv = [process.argv[0], require.resolve('./food-lookup.cjs'), 'serve'].concat(
  flags,
  given
);
require('./food-lookup.cjs');

function isGiven(flag, variable) {
  return (
    // An empty variable counts as not set, as in the program's settings.
    Boolean(process.env[variable]) ||
    given.some((text) => text === '--' + flag || text.indexOf('--' + flag + '=') === 0)
  );
}

// npm sends SIGTERM only to its shell, and some shells exit without forwarding it.
function stopWithShell() {
  var shell = process.ppid;
  var watch = setInterval(() => {
    if (process.ppid !== shell) process.kill(process.pid, 'SIGTERM');
  }, 500);
  watch.unref();
  ['SIGINT', 'SIGTERM'].forEach((signal) => {
    process.once(signal, () => {
      // A second signal would cut off requests.
      clearInterval(watch);
      if (process.listenerCount(signal) === 0) process.exit(1);
    });
  });
}
