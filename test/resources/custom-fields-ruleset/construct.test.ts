import { Testing, TerraformVariable, type TerraformStack } from 'cdktf';
import { Construct } from 'constructs';
import { CustomFieldLimits, CustomFieldsRuleset, EdgeProvider } from '../../../lib';
import { makeStack, otherZoneId, resourceOf, synth, warningsOf, zoneId } from '../../constructs/support';

let stack: TerraformStack;
beforeEach(() => {
  stack = makeStack();
});

const type = 'edge_custom_fields_ruleset';

const names = (count: number, prefix = 'x-') =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}`);

describe('CustomFieldsRuleset', () => {
  it('lowercases header names and keeps the case of cookie names', () => {
    new CustomFieldsRuleset(stack, 'fields', {
      zoneId,
      requestHeaders: ['X-Request-ID', 'TE'],
      responseHeaders: ['ETag'],
      cookies: ['sessionId', 'SESSIONID'],
    });
    expect(resourceOf(stack, type, 'fields')).toEqual({
      zone_id: zoneId,
      request_headers: ['x-request-id', 'te'],
      response_headers: ['etag'],
      cookies: ['sessionId', 'SESSIONID'],
    });
  });

  it('includes names that are added after construction', () => {
    class Tracing extends Construct {
      constructor(scope: Construct, fields: CustomFieldsRuleset) {
        super(scope, 'tracing');
        fields.addRequestHeaders('Traceparent', 'Tracestate');
        fields.addResponseHeaders('Server-Timing');
        fields.addCookies('Trace');
      }
    }
    const fields = new CustomFieldsRuleset(stack, 'fields', { zoneId, requestHeaders: ['x-request-id'] });
    new Tracing(stack, fields);
    expect(resourceOf(stack, type, 'fields')).toMatchObject({
      request_headers: ['x-request-id', 'traceparent', 'tracestate'],
      response_headers: ['server-timing'],
      cookies: ['Trace'],
    });
  });

  it('does not modify the arrays of its props', () => {
    const given = ['x-a'];
    new CustomFieldsRuleset(makeStack(), 'fields', { zoneId, requestHeaders: given }).addRequestHeaders(
      'x-b',
    );
    expect(given).toEqual(['x-a']);
  });

  it('can start without names if some are added before synth', () => {
    const fields = new CustomFieldsRuleset(stack, 'fields', { zoneId });
    expect(() => synth(stack)).toThrow(
      /logs\/fields\] requestHeaders: Custom fields: No custom field is named/,
    );
    fields.addCookies('a');
    expect(resourceOf(stack, type, 'fields')).toEqual({ zone_id: zoneId, cookies: ['a'] });
  });

  it('fails where the 41st name is added', () => {
    const fields = new CustomFieldsRuleset(makeStack(), 'fields', { zoneId, requestHeaders: names(40) });
    expect(() => {
      fields.addCookies('one');
    }).toThrow(
      /^\[logs\/fields\] CustomFieldsRuleset:\n {2}requestHeaders: Custom fields: 41 custom fields are named; a zone has 40 at most/,
    );
  });

  it('warns about createBeforeDestroy, because a zone has at most one ruleset of custom fields', () => {
    const warningsWith = (createBeforeDestroy: boolean) => {
      const props = { zoneId, cookies: ['a'], lifecycle: { createBeforeDestroy } };
      return warningsOf(new CustomFieldsRuleset(makeStack(), 'fields', props));
    };
    expect(warningsWith(true)).toEqual([expect.stringContaining('lifecycle.createBeforeDestroy')]);
    expect(warningsWith(false)).toEqual([]);
  });

  describe('with unresolved tokens', () => {
    it('lowercases a token with lower() and keeps a literal expression', () => {
      const name = new TerraformVariable(stack, 'name', { type: 'string' });
      const fields = new CustomFieldsRuleset(stack, 'fields', {
        zoneId,
        requestHeaders: ['X-A', name.stringValue],
        cookies: [name.stringValue],
      });
      fields.addResponseHeaders('${var.NAME}');
      expect(resourceOf(stack, type, 'fields')).toEqual({
        zone_id: zoneId,
        request_headers: ['x-a', '${lower(var.name)}'],
        response_headers: ['${var.NAME}'],
        cookies: ['${var.name}'],
      });
    });

    it('concatenates names to a list token', () => {
      const list = new TerraformVariable(stack, 'list', { type: 'list(string)' });
      const fields = new CustomFieldsRuleset(stack, 'fields', { zoneId, cookies: list.listValue });
      fields.addCookies('a', 'b');
      expect(resourceOf(stack, type, 'fields')).toMatchObject({ cookies: '${concat(var.list, ["a", "b"])}' });
    });
  });

  describe('in a zone that another ruleset configures', () => {
    const rival =
      /logs\/second\] zoneId: the zone has another CustomFieldsRuleset, logs\/first.*addRequestHeaders/s;

    it('fails at synth when the zone is the same variable', () => {
      const zone = new TerraformVariable(stack, 'zone', { type: 'string' });
      new CustomFieldsRuleset(stack, 'first', { zoneId: zone.stringValue, cookies: ['a'] });
      new CustomFieldsRuleset(stack, 'second', { zoneId: zone.stringValue, cookies: ['b'] });
      expect(() => synth(stack)).toThrow(rival);
    });
  });

  it('accepts a ruleset in another zone', () => {
    const zone = new TerraformVariable(stack, 'zone', { type: 'string' });
    new CustomFieldsRuleset(stack, 'first', { zoneId, cookies: ['a'] });
    new CustomFieldsRuleset(stack, 'second', { zoneId: otherZoneId, cookies: ['a'] });
    new CustomFieldsRuleset(stack, 'third', { zoneId: zone.stringValue, cookies: ['a'] });
    expect(() => synth(stack)).not.toThrow();
  });

  it('accepts a ruleset in another stack whose zone variable has the same name', () => {
    const app = Testing.app();
    const stacks = ['production', 'staging'].map((id) => {
      const stack = makeStack(id, app);
      const zone = new TerraformVariable(stack, 'zone', { type: 'string' });
      new CustomFieldsRuleset(stack, 'fields', { zoneId: zone.stringValue, cookies: ['a'] });
      return stack;
    });
    for (const stack of stacks) expect(() => synth(stack)).not.toThrow();
  });

  it('warns about the request header Range, which the service does not log', () => {
    const fields = new CustomFieldsRuleset(makeStack(), 'fields', { zoneId, requestHeaders: ['x-id'] });
    expect(warningsOf(fields)).toEqual([]);
    fields.addRequestHeaders('Range');
    expect(warningsOf(fields)).toEqual([
      expect.stringContaining('the request header "range" and does not log it'),
    ]);
  });

  describe('with the current limits', () => {
    const makeCurrent = () => makeStack('logs', undefined, { customFieldLimits: CustomFieldLimits.CURRENT });

    it('has transformed request headers, raw response headers and duplicates, from props and modules', () => {
      const stack = makeCurrent();
      const fields = new CustomFieldsRuleset(stack, 'fields', {
        zoneId,
        transformedRequestHeaders: ['Host'],
        responseHeaders: ['Set-Cookie'],
        preserveDuplicates: ['Set-Cookie'],
      });
      fields.addTransformedRequestHeaders('X-Forwarded-For');
      fields.addRawResponseHeaders('Vary', 'ETag');
      fields.preserveDuplicates('Vary');
      expect(resourceOf(stack, type, 'fields')).toEqual({
        zone_id: zoneId,
        transformed_request_headers: ['host', 'x-forwarded-for'],
        response_headers: ['set-cookie'],
        raw_response_headers: ['vary', 'etag'],
        preserve_duplicates: ['set-cookie', 'vary'],
      });
      expect(['RequestHeaders', 'ResponseHeaders', 'Cookies'].map((each) => fields.carries(each))).toEqual([
        true,
        true,
        false,
      ]);
    });

    it('accepts 100 names of each kind', () => {
      const make = (count: number) =>
        new CustomFieldsRuleset(makeCurrent(), 'fields', {
          zoneId,
          requestHeaders: names(100),
          rawResponseHeaders: names(count),
          cookies: names(100),
        });
      expect(() => make(100)).not.toThrow();
      expect(() => make(101)).toThrow(
        /rawResponseHeaders: Custom fields: 101 raw response headers are named/,
      );
    });

    it('follows the provider that it names', () => {
      const provider = new EdgeProvider(stack, 'current', {
        alias: 'current',
        customFieldLimits: CustomFieldLimits.CURRENT,
      });
      const props = { zoneId, rawResponseHeaders: ['etag'] };
      expect(() => new CustomFieldsRuleset(stack, 'fields', { ...props, provider })).not.toThrow();
      expect(() => new CustomFieldsRuleset(stack, 'other', props)).toThrow(
        /rawResponseHeaders: .*set `customFieldLimits: CustomFieldLimits.CURRENT` of EdgeProvider/,
      );
    });

    it('leaves the limits to the plan where only Terraform knows them', () => {
      const app = Testing.app();
      stack = makeStack('logs', app);
      const limits = new TerraformVariable(stack, 'limits', { type: 'string' });
      const provider = new EdgeProvider(stack, 'current', {
        alias: 'current',
        customFieldLimits: limits.stringValue as CustomFieldLimits,
      });
      new CustomFieldsRuleset(stack, 'fields', { zoneId, rawResponseHeaders: names(101), provider });
      expect(() => synth(stack)).not.toThrow();
    });
  });
});
