import { credentialParameters } from '../../../logs';

const names = credentialParameters.map((name) => (name.endsWith('_') ? `${name}[\\w-]+` : name)).join('|');
const parameter = new RegExp(`([?&](?:${names})=)[^&"'\\s]+`, 'gi');

/** A text of the user's code without the values of credentials: comments and reports must not have them. */
export function maskCredentials(text: string): string {
  return text
    .replace(parameter, '$1***')
    .replace(/(:\/\/)[^/@\s"']+@/g, '$1***@')
    .replace(/(sumo:\/\/)[^\s"']+/g, '$1***');
}
