export const completionHelp = `
Load it where the shell starts:
  bash  eval "$(edge-platform completion bash)"     in ~/.bashrc
        needs the package bash-completion
  zsh   source <(edge-platform completion zsh)      in ~/.zshrc, after compinit
  fish  edge-platform completion fish | source      in config.fish

The shell must find edge-platform: install the package globally, or put
node_modules/.bin on the PATH. Where there is nothing to complete, the shell
completes names of files.

Examples:
  $ eval "$(edge-platform completion bash)"`;
