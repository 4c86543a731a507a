/** What no token, key or e-mail address looks like, and the fix. It shows nothing of the value. Undefined for any other. */
export function faultOfCredential(
  value: string,
): { readonly fault: string; readonly fix: string } | undefined {
  if (/^bearer\s/i.test(value))
    return { fault: 'begins with "Bearer ", which each call adds itself', fix: 'Leave that word out.' };
  if (/^(["']).*\1$/.test(value)) return { fault: 'has quotes around it', fix: 'Leave them out.' };
  if (/^(?:<.*>|\$\w+|\$\{.*\})$/.test(value))
    return {
      fault: 'is a placeholder, such as <token> or $TOKEN',
      fix: 'Set the value itself, as the service shows it.',
    };
  if (/[^!-~]/.test(value))
    return {
      fault: 'has a blank, a line break or another character that no credential has',
      fix: 'Copy it again, as the service shows it.',
    };
  return undefined;
}
