#!/bin/sh
# The Terraform provider edge of the npm package cdktf-edge-platform. Terraform starts this file.
# These lines need only sh: they find Node.js, which runs the rest of the file.

# Terraform shows the first line that a plugin writes to stdout, unless the plugin has ended before Terraform reads it. It writes
# stderr to its log.
refuse() {
  printf '%s\n' "$1"
  printf '%s\n' "$1" >&2
  [ -z "${TF_PLUGIN_MAGIC_COOKIE:-}" ] || /bin/sleep 1
  exit 1
}

if [ -n "${EDGE_NODE:-}" ]; then
  [ -f "$EDGE_NODE" ] && [ -x "$EDGE_NODE" ] ||
    refuse "The provider edge cannot start: EDGE_NODE is \"$EDGE_NODE\", which is not an executable file. Set it to the path of node 20.19 or later, or unset it to use the node on the PATH."
else
  command -v node >/dev/null 2>&1 ||
    refuse "The provider edge cannot start: it needs Node.js, and there is no \`node\` on the PATH of Terraform (\"$PATH\"). Install Node.js 20.19 or later there, or set EDGE_NODE to the path of node. sudo, CI runners and nvm often have another PATH than your shell."
fi

# What others have set for their Node.js programs, see node-variables.ts.
unset VARIABLES_OF_OTHERS
if [ -n "${EDGE_NODE_OPTIONS:-}" ]; then
  NODE_OPTIONS=$EDGE_NODE_OPTIONS
  export NODE_OPTIONS
  case $NODE_OPTIONS in
  # Node.js waits for a debugger.
  *--inspect-brk* | *--inspect-wait*) ;;
  *)
    output=$("${EDGE_NODE:-node}" -e 'process.exit()' 2>&1 >/dev/null </dev/null) || {
      set -f
      IFS='
'
      for line in $output; do
        case $line in *Error*:* | *NODE_OPTIONS*) break ;; esac
      done
      refuse "The provider edge cannot start: EDGE_NODE_OPTIONS is \"$EDGE_NODE_OPTIONS\", with which Node.js does not start: ${line:-it prints nothing}. Correct it, or unset it."
    }
    ;;
  esac
fi

# stdout is for one line alone, with which Terraform finds the plugin. So that line has a descriptor of its own, and what else is
# printed, such as by a module that EDGE_NODE_OPTIONS loads, goes to stderr.
exec 3>&1 1>&2

# Plain old JavaScript, so that any version of Node.js can say that it is too old. The code runs as CommonJS, whatever the
# package.json of the surrounding project says.
exec "${EDGE_NODE:-node}" -e '
var fs = require("fs");
var current = process.versions.node.split(".");
if (current[0] < 20 || (current[0] == 20 && current[1] < 19)) {
  refuse("it needs Node.js 20.19 or later, and " + process.execPath +
    " is version " + process.versions.node + ". Install a later one where Terraform runs, or set EDGE_NODE to its path.");
} else {
  try {
    start();
  } catch (error) {
    console.error(error);
    refuse(error.message);
  }
}
function refuse(reason) {
  var refusal = "The provider edge cannot start: " + reason.replace(/\s+/g, " ") + "\n";
  fs.writeSync(3, refusal);
  process.stderr.write(refusal);
  setTimeout(function () { process.exit(1); }, process.env.TF_PLUGIN_MAGIC_COOKIE ? 1000 : 0);
}
function start() {
  var path = require("path"), file = path.resolve(process.argv[1]);
  var text = fs.readFileSync(file, "latin1"), from = text.indexOf("\n//launcher\n");
  module.text = text;
  new (require("vm").Script)(
    "(function (exports, require, module, __filename, __dirname) {" +
      text.slice(from, text.indexOf("\n/*program ", from)) + "\n})",
    { filename: file, lineOffset: text.slice(0, from).split("\n").length - 1 }
  ).runInThisContext()(exports, require, module, file, path.dirname(file));
}
' -- "$0" --handshake=3 "$@"
