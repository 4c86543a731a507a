import { LogFilter, LogScope, SqlDialect, SqlSource } from '../../../lib';
import type { LogFieldName } from '../../../lib/logs';

const errors = LogFilter.field('EdgeResponseStatus').atLeast(500);
const of = (value: string) => LogFilter.field('RayID').equalTo(value);

describe('LogFilter.toSql', () => {
  it('writes for DuckDB and columns by default', () => {
    expect(errors.and(of('a')).toSql()).toBe(`("EdgeResponseStatus" >= 500 AND "RayID" = 'a')`);
  });

  it('takes the dialect, the source, names and the dataset', () => {
    expect(of('a').toSql(SqlDialect.CLICKHOUSE, { source: SqlSource.JSON, column: 'line', table: 'l' })).toBe(
      `if(JSONType(JSONExtractRaw("l"."line", 'RayID')) = 'String', JSONExtractString(JSONExtractRaw("l"."line", 'RayID')), NULL) = 'a'`,
    );
    const duration = LogFilter.field('TemporaryAccessDuration').greaterThan(9);
    expect(duration.toSql(SqlDialect.DUCKDB, { dataset: 'access_requests' })).toBe(
      '"TemporaryAccessDuration" > 9',
    );
  });

  it('takes the fields of the scope, and fails where the dataset does not exist in it', () => {
    const bytes = LogFilter.field('byteRecvUplink').greaterThan(9);
    const options = { dataset: 'websocket_analytics', scope: LogScope.ACCOUNT };
    expect(bytes.toSql(SqlDialect.DUCKDB, options)).toBe('"byteRecvUplink" > 9');
    expect(() => bytes.toSql(SqlDialect.DUCKDB, { dataset: 'websocket_analytics' })).toThrow(
      '"byteRecvUplink" is not among the fields',
    );
    expect(() => errors.toSql(SqlDialect.DUCKDB, { scope: LogScope.ACCOUNT })).toThrow(
      'LogFilter.toSql:\n  scope: The dataset http_requests does not exist in the scope account. Pass the other scope, or omit it.',
    );
  });

  it('writes texts as they are, whatever Terraform would read in them', () => {
    expect(of('${jndi:a} $${a} %{b} $5 {c}').toSql()).toBe(`"RayID" = '\${jndi:a} $\${a} %{b} $5 {c}'`);
  });

  it.each(['${TfToken[TOKEN.7]}', '#{TfToken[TOKEN.8]}', 'a${TfToken[TOKEN.7]}'])(
    'fails for %j, whose value only Terraform knows',
    (value) => {
      expect(() => of(value).toSql()).toThrow(
        /^LogFilter\.toSql: The value of "RayID" is ".+", a Terraform expression whose value is unknown before a deploy\. Pass the value itself/,
      );
    },
  );

  it('fails with all fields and operators that the dataset does not allow', () => {
    const filter = LogFilter.field('BotScor' as LogFieldName)
      .lessThan(3)
      .and(LogFilter.field('ClientCountry').lessThan(3));
    expect(() => filter.toSql()).toThrow(
      /LogFilter\.toSql: "BotScor" is not among .* Did you mean "BotScore"\?.*\n {2}The operator "lt"/,
    );
  });

  it('fails for an unknown dialect, source and dataset, and names the possible ones', () => {
    expect(() => errors.toSql('duck' as SqlDialect)).toThrow(
      'LogFilter.toSql: The dialect is the string "duck"; it must be one of duckdb, clickhouse. Pass a member of SqlDialect.',
    );
    expect(() => errors.toSql(SqlDialect.DUCKDB, { source: 'tables' as SqlSource, dataset: 'http' })).toThrow(
      'LogFilter.toSql:\n  source: source is the string "tables". It must be one of columns, json. Pass a member of SqlSource, or omit it.\n  dataset: dataset is the string "http". It must be the name of a dataset.',
    );
  });
});
