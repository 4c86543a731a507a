import { Report } from '../../../lib/drivers/provisioner/report';
import { errorAt, warningAt } from '../../../lib/schema';

function reported(secrets: readonly string[], work: (report: Report) => void): string {
  let said = '';
  work(new Report((text) => (said += text), secrets));
  return said;
}

describe('what the runner says', () => {
  it('is a headline with the place and the detail below it', () => {
    const said = reported([], (report) => {
      report.diagnose(errorAt(['rules', 3, 'name'], 'Not a name', 'It is "a b".\n\nUse letters.'));
      report.diagnose(warningAt([], 'Mind this', 'It goes.'));
    });
    expect(said).toBe(
      'Error: Not a name\n  rules[3].name: It is "a b".\n\n  Use letters.\nWarning: Mind this\n  It goes.\n',
    );
  });

  it('is said once, whoever finds it again', () => {
    const said = reported([], (report) => {
      for (const path of [['a'], ['a'], ['b']]) report.diagnose(warningAt(path, 'Mind this', 'It goes.'));
    });
    expect(said).toBe('Warning: Mind this\n  a: It goes.\nWarning: Mind this\n  b: It goes.\n');
  });

  it('shows no secret, not even what is left of one that has another in it', () => {
    const said = reported(['key', 'key-and-more', ''], (report) => {
      report.print('key-and-more, key and a key-ring');
    });
    expect(said).toBe('(sensitive value), (sensitive value) and a (sensitive value)-ring\n');
  });
});
