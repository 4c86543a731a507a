import { attributeExpression } from '../../../lib/cli/project/objects/resource-block';
import { printFlat } from '../../../lib/hcl/print';

const filterOn = (value: string) =>
  `{"where":{"and":[{"key":"EdgeResponseBytes","operator":"eq","value":${value}}]}}`;

it.each([
  ['an object that Terraform encodes', '500', /^jsonencode\(.* value = 500 /],
  ['its text where JSON of most readers has no such number', '9007199254740993', /^"\{.*:9007199254740993\}/],
])('a filter is %s', (_, value, written) => {
  expect(printFlat(attributeExpression('filter', filterOn(value)))).toMatch(written);
});
