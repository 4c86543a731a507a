import { App, TerraformStack } from 'cdktf';
import { EdgeDriver, EdgeProvider, LogFilter, LogpushJob, type EdgeProviderProps } from '../../lib';
import { zoneId } from '../constructs/support';
import { makeFolder } from '../support/folder';

describe('the annotations of a synth', () => {
  let outdir: string;
  let written: string;
  beforeEach(() => {
    outdir = makeFolder();
    written = '';
    jest.spyOn(process.stderr, 'write').mockImplementation((text) => {
      written += String(text);
      return true;
    });
  });
  afterEach(() => {
    jest.restoreAllMocks();
    delete process.env.CDKTF_CONTINUE_SYNTH_ON_ERROR_ANNOTATIONS;
  });

  /** An app with two providers, custom fields that nobody configures, and a filter that passes nothing. */
  function makeApp(provider: EdgeProviderProps = {}): App {
    const app = new App({ outdir });
    const stack = new TerraformStack(app, 'logs');
    new EdgeProvider(stack, 'edge', provider);
    new EdgeProvider(stack, 'other', { ...provider, alias: 'other' });
    const status = LogFilter.field('EdgeResponseStatus');
    new LogpushJob(stack, 'failures', {
      zoneId,
      name: 'failures',
      destinationConf: 's3://logs/http?region=eu-central-1',
      fields: ['RayID', 'RequestHeaders'],
      where: status.atLeast(500).and(status.lessThan(400)),
    });
    return app;
  }

  it.each([EdgeDriver.PLUGIN, EdgeDriver.PROVISIONER])(
    'reach stderr once with the %s driver, no wider than a terminal',
    (driver) => {
      const app = makeApp({ driver });
      app.synth();
      app.synth();
      const lines = written.trimEnd().split('\n');
      expect(lines.filter((line) => line.length > 80)).toEqual([]);
      const texts = written
        .replaceAll(/\n {2}/g, ' ')
        .trimEnd()
        .split('\n');
      expect(texts).toEqual([
        expect.stringMatching(/^Warning: \[logs\/failures\] where: .* matches no record: nothing would be/),
        expect.stringMatching(/^Warning: \[logs\/failures\] RequestHeaders is listed in fields, but /),
      ]);
    },
  );

  it('are left to the command of a CDK', () => {
    // Where it runs an app, it sets this, and reads the annotations itself.
    process.env.CDKTF_CONTINUE_SYNTH_ON_ERROR_ANNOTATIONS = 'true';
    makeApp().synth();
    expect(written).toBe('');
  });
});
