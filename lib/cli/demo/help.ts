export const demoHelp = `
It starts an emulator of the API, writes a stack in HCL into a temporary folder,
and deploys it with the Terraform or OpenTofu on the PATH and the provider of
this package: no account, no registry, no CDKTF. Requests through the zone
become lines in a bucket, an out-of-band change becomes drift, and the stack is
destroyed. Then the dashboard stays open until Ctrl-C, which removes all that
the demo has made.

Without a terminal it ends with the story. It ends with 130 if it was
interrupted before.

Examples:
  $ edge-platform demo
  $ edge-platform demo --keep --exit`;
