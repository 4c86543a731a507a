import { homedir } from 'node:os';
import { join } from 'node:path';
import { refusePrivateText } from '../../scripts/pictures/private-text';

describe('the text of a recording', () => {
  it.each([join(__dirname, '..', '..', 'dist'), join(homedir(), '.terraformrc')])('fails with %s', (path) => {
    expect(() => {
      refusePrivateText(`Error in ${path}`);
    }).toThrow('belongs to this machine');
  });
});
