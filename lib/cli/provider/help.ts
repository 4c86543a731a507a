export const buildHelp = `
Each executable contains Node.js. npm downloads it when this command runs, with
the registry and proxy of your npm settings; its checksum is that of this
package. Executables are kept in the user's cache, which EdgeProvider shares.

The folder gets, for each platform,
  terraform-provider-edge_<version>_<platform>.zip
and SHA256SUMS and manifest.json as the registry of Terraform has them, and
  mirror/   a filesystem mirror, and a network mirror on any web server

Platforms: linux_amd64, linux_arm64, darwin_amd64, darwin_arm64, windows_amd64,
windows_arm64. Executables for macOS must be signed: a build on macOS does that.
Archives of the same package have the same bytes; SOURCE_DATE_EPOCH sets the
time of their files.

Exit status:
  0  success
  2  the provider could not be built; see stderr

Examples:
  $ edge-platform provider build --out dist
  $ edge-platform provider build --platform linux_amd64,windows_amd64 --out dist
  $ edge-platform provider build --platform all --out dist`;

export const installHelp = `
Projects with CDKTF do not need this: synth delivers the plugin.

Terraform searches terraform.d/plugins of the current folder, and
~/.terraform.d/plugins for all projects. In a project (terraform.d/plugins) the
hash of the plugin goes into .terraform.lock.hcl as well.

The plugin has two forms:
  script      one file for all platforms but Windows; needs Node.js 20.19 or
              later where Terraform runs
  standalone  an executable of 150 MB for each platform, which contains Node.js;
              see provider build
Without --executable and EDGE_PROVIDER_EXECUTABLE it is the script if Terraform
finds a node here (EDGE_NODE, else the PATH), otherwise the standalone form.

Run it again after an update of this package.

Exit status:
  0  success
  2  the plugin could not be installed; see stderr

Examples:
  $ edge-platform provider install
  $ edge-platform provider install --platform linux_arm64 darwin_arm64
  $ edge-platform provider install --dir ~/.terraform.d/plugins
  $ edge-platform provider install --executable standalone`;

export const doctorHelp = `
The checks, each of which is ok, a problem or skipped:
  node         the Node.js that runs the script (EDGE_NODE, else the first on
               the PATH) is 20.19 or later; the standalone plugin needs none
  options      which options of Node.js the environment has: the plugin ignores
               NODE_OPTIONS, and Node.js must start with EDGE_NODE_OPTIONS
  platform     Terraform can start the plugin here
  terraform    Terraform or OpenTofu (TERRAFORM_BINARY_NAME, else terraform,
               else tofu) is 1.11 or later
  CLI configuration
               TF_CLI_CONFIG_FILE names a file, if it is set
  requirement  required_providers has the source of the provider, and a version
               that this package has: in .tf files, cdk.tf.json and modules
  plugin       it is in terraform.d/plugins, or init has installed it from a
               mirror; it is executable and of this package
  lock file    .terraform.lock.hcl has its version and hash
  installed    init has installed this version
  start        it starts
  variables    each has a value, or Terraform asks for it
  API          EDGE_BASE_URL answers
  credentials  the API accepts EDGE_API_TOKEN, or EDGE_API_EMAIL with
               EDGE_API_KEY
  permissions  they may read what the resources of the configuration read; what
               a deploy writes is named, since no call shows it without a change

Run it where Terraform runs: sudo, CI runners and nvm often have another PATH
than your shell. In the folder of a CDKTF project it checks all stacks that are
in cdktf.out/stacks.

--json prints version, problems (their number) and checks [{name, status, found,
fix, stack}]; stack is the folder of one of several.

Exit status:
  0  no problem
  1  at least one problem
  2  the checks could not be done; see stderr

Examples:
  $ edge-platform provider doctor
  $ npx edge-platform provider doctor --json
  $ edge-platform provider doctor --answers --zone example.com > answers.txt`;
