export const policiesHelp = `
The project has a stack for each account, and in it a policy for each set of
recipients. A policy clears the legacy e-mails of its pools after it exists and
covers them: clearLegacyEmail is ClearLegacyEmail.COVERED in each of them. Pools
whose recipients an existing policy notifies already get no second one: the
project imports that policy unchanged, and clears their e-mails with it.

README.md says how to deploy the project, and what it leaves out.

Exit status:
  0  the project is written, was written before, or has nothing to do
  2  the survey cannot be read, or a file of the folder differs; see stderr

Examples:
  $ edge-platform pools survey --all --out survey.json
  $ edge-platform pools policies --from survey.json --out pools
  $ edge-platform pools policies --from survey.json --out pools \\
      --fallback ops@example.com`;
