import type { App } from 'cdktn';
import { EdgeResource } from 'cdktf-edge-platform/cdktn';

/** The existing objects, by the id of their construct. */
const importIds: Record<string, string> = {
  // account.ts
  audit: 'accounts/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/30',
  'pools-of-the-eu': 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/ddddddddddddddddddddddddddddddd1',
  'pools-of-the-us': 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/ddddddddddddddddddddddddddddddd2',
  // zones/1and1.example.ts
  'zone-1and1-example-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa':
    'eeeeeeeeeeeeeeeeeeeeeeeeeeeeeee2/21',
  'zone-1and1-example-unknown': 'eeeeeeeeeeeeeeeeeeeeeeeeeeeeeee2/23',
  // zones/example.com.ts
  'example-com-custom-fields': 'eeeeeeeeeeeeeeeeeeeeeeeeeeeeeee1/77777777777777777777777777777777',
  'example-com-job': 'eeeeeeeeeeeeeeeeeeeeeeeeeeeeeee1/13',
  'example-com-errors': 'eeeeeeeeeeeeeeeeeeeeeeeeeeeeeee1/11',
  'example-com-sampled': 'eeeeeeeeeeeeeeeeeeeeeeeeeeeeeee1/12',
  'example-com-waf': 'eeeeeeeeeeeeeeeeeeeeeeeeeeeeeee1',
};

/** Makes the next deploy import the existing objects instead of creating them. */
export function importExisting(app: App): void {
  for (const [id, importId] of Object.entries(importIds)) {
    const constructs = app.node.children.map((stack) => stack.node.tryFindChild(id));
    const construct = constructs.find((each) => each instanceof EdgeResource);
    if (!construct) throw new Error(`No stack has a construct "${id}". Correct its line in imports.ts.`);
    construct.importFrom(importId);
  }
}
