import { createHash } from 'node:crypto';
import { refuse } from '../../http/errors';
import { answer, route } from '../../http/route';
import type { Product } from '../../product';

/** What a client learns of its own token. Tokens come from the fixture, and none expires. */
export function userTokens(): Product {
  return {
    routes: [
      route.get('/user/tokens/verify', ({ token }) => {
        if (token === undefined) throw refuse(400, 1001, 'Missing "Authorization" header');
        // The same id for the same token, which it does not reveal.
        const id = createHash('sha256').update(token).digest('hex').slice(0, 32);
        return answer.report({ id, status: 'active' }, [
          { code: 10000, message: 'This API Token is valid and active', type: null },
        ]);
      }),
    ],
  };
}
