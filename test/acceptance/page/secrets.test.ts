import { defaultAccountId } from '../../../lib/emulator';
import { describeInBrowser } from '../../support/browser';
import { jobs } from './requests-page';
import { startDashboard, type Dashboard } from './support';

describeInBrowser('secrets and the page', () => {
  let edge: Dashboard;
  beforeEach(async () => {
    edge = await startDashboard();
  });

  it('shows no secret of a call, in its row and in its details', async () => {
    const { page } = await edge.open('requests');
    await edge.call('POST', `${jobs}?token=CANARY-1`, {
      name: 'secret job',
      destination_conf: 's3://bucket/logs?region=r&access-key-id=CANARY-2&secret-access-key=CANARY%2D3',
      ownership_challenge: 'CANARY-4',
    });
    await edge.call('PUT', jobs, '{"secret": "CANARY-5');
    await page.locator('#call-2').waitFor();
    for (const [id, text] of [
      [1, 'Replace the placeholders first: <access-key-id>, <secret-access-key>, <ownership_challenge>.'],
      [2, 'The body is not JSON and may contain a secret.'],
    ] as const) {
      await page.locator(`#call-${id}`).click();
      await page.getByText(text).waitFor();
      expect(await page.content()).not.toContain('CANARY');
    }
  });

  it('shows no secret of the world in any part, whatever the emulator renders', async () => {
    const { page } = await edge.open('requests');
    const secrets = [edge.token, edge.key, 'CANARY'];
    const replies: Promise<string>[] = [];
    page.on('response', (response) => {
      if (response.headers()['content-type']?.startsWith('text/html') === true)
        replies.push(response.text().catch(() => ''));
    });
    const destination_conf = 's3://bucket/logs?region=r&access-key-id=CANARY&secret-access-key=CANARY';
    expect((await edge.call('POST', jobs, { name: 'job', destination_conf })).status).toBe(200);
    const webhook = { name: 'hook', url: `${edge.dashboardUrl}hook`, secret: 'CANARY' };
    await edge.call('POST', `/accounts/${defaultAccountId}/alerting/v3/destinations/webhooks`, webhook);
    for (const part of ['Zones', 'Traffic', 'Pools', 'Requests', 'World']) {
      await page.getByRole('link', { name: part, exact: true }).click();
      await page.getByRole('heading', { level: 1, name: part }).waitFor();
      const links = page.locator('main table a');
      if ((await links.count()) > 0) {
        await links.first().click();
        await page
          .getByRole('link', { name: /^All |^Close$/ })
          .first()
          .waitFor();
      }
      const shown = await page.locator('body').innerHTML();
      for (const secret of secrets) expect(shown).not.toContain(secret);
    }
    const read = await Promise.all(replies);
    expect(read.length).toBeGreaterThan(2);
    for (const secret of secrets) expect(read.filter((text) => text.includes(secret))).toEqual([]);
  });
});
