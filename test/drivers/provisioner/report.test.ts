import { Report } from '../../../lib/drivers/provisioner/report';
import { errorAt, warningAt } from '../../../lib/schema';

function reported(secrets: readonly string[], work: (report: Report) => void): string {
  let said = '';
  work(new Report((text) => (said += text), secrets));
  return said;
}

describe('the runner’s output', () => {
  it('is a headline, then path and detail', () => {
    const said = reported([], (report) => {
      report.diagnose(errorAt(['rules', 3, 'name'], 'Not a name', 'It is "a b".\n\nUse letters.'));
      report.diagnose(warningAt([], 'Mind this', 'It goes.'));
    });
    expect(said).toBe(
      'Error: Not a name\n  rules[3].name: It is "a b".\n\n  Use letters.\nWarning: Mind this\n  It goes.\n',
    );
  });

  it('shows a diagnostic once', () => {
    const said = reported([], (report) => {
      for (const path of [['a'], ['a'], ['b']]) report.diagnose(warningAt(path, 'Mind this', 'It goes.'));
    });
    expect(said).toBe('Warning: Mind this\n  a: It goes.\nWarning: Mind this\n  b: It goes.\n');
  });

  it('shows no secret, nor the rest of one that contains another', () => {
    const said = reported(['key', 'key-and-more', ''], (report) => {
      report.print('key-and-more, key and a key-ring');
    });
    expect(said).toBe('(sensitive value), (sensitive value) and a (sensitive value)-ring\n');
  });
});
