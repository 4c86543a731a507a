package com.example;

import com.hashicorp.cdktf.App;
import com.hashicorp.cdktf.TerraformOutput;
import com.hashicorp.cdktf.TerraformStack;
import com.hashicorp.cdktf.TerraformVariable;
import io.github.cdktf_edge_platform.CustomFieldsRuleset;
import io.github.cdktf_edge_platform.EdgeProvider;
import io.github.cdktf_edge_platform.LogFilter;
import io.github.cdktf_edge_platform.LogpushJob;
import io.github.cdktf_edge_platform.PoolNotificationPolicy;
import io.github.cdktf_edge_platform.SecretVariable;
import io.github.cdktf_edge_platform.TimestampFormat;
import io.github.cdktf_edge_platform.WafMigration;
import io.github.cdktf_edge_platform.WafMigrationTarget;
import io.github.cdktf_edge_platform.WafRuleAction;
import io.github.cdktf_edge_platform.WafRuleOverride;
import io.github.cdktf_edge_platform.WafSkipRule;
import java.util.List;
import java.util.Map;
import software.constructs.Construct;

public final class Main {
    public static void main(String[] args) {
        App app = new App();
        new Shop(app, "shop");
        app.synth();
    }

    /** The failed requests of a zone in a bucket, notifications about its pools, and its new managed rules. */
    static final class Shop extends TerraformStack {
        Shop(Construct scope, String id) {
            super(scope, id);
            new EdgeProvider(this, "edge");

            String accountId = variable("account_id", "string").getStringValue();
            String zoneId = variable("zone_id", "string").getStringValue();
            List<String> onCall = variable("on_call", "list(string)").getListValue();
            TerraformVariable firstFailure = TerraformVariable.Builder.create(this, "first_failure")
                .type("number")
                .defaultValue(500)
                .build();
            SecretVariable keyId = new SecretVariable(this, "bucket_key_id");
            SecretVariable key = new SecretVariable(this, "bucket_key");

            CustomFieldsRuleset fields = CustomFieldsRuleset.Builder.create(this, "fields")
                .zoneId(zoneId)
                .requestHeaders(List.of("X-Request-Id"))
                .cookies(List.of("sessionId"))
                .build();
            fields.addResponseHeaders("Server-Timing"); // another module can do this

            LogFilter failed = LogFilter.field("EdgeResponseStatus").atLeast(firstFailure.getNumberValue());
            LogFilter ofChecks =
                LogFilter.field("ClientRequestHost").in(List.of("health.example.com", "status.example.com"));
            LogpushJob failures = LogpushJob.Builder.create(this, "failures")
                .zoneId(zoneId)
                .name("failed-requests")
                .destinationConf("s3://my-logs/http/{DATE}?region=eu-central-1&endpoint=s3.example.com")
                .destinationCredentials(Map.of(
                    "access-key-id", keyId.getStringValue(),
                    "secret-access-key", key.getStringValue()))
                .destinationCredentialsVersion(1) // raise it to send new credentials
                .fields(List.of(
                    "RayID", "EdgeStartTimestamp", "EdgeResponseStatus", "RequestHeaders", "ResponseHeaders", "Cookies"))
                .timestampFormat(TimestampFormat.RFC3339)
                .where(failed.and(ofChecks.not()))
                .dependsOn(List.of(fields)) // the first lines have the fields already
                .build();
            failures.importFrom(zoneId + "/failed-requests"); // the job exists already; leave this out for a new one

            PoolNotificationPolicy health = PoolNotificationPolicy.Builder.create(this, "health")
                .accountId(accountId)
                .name("Health of all pools")
                .description("Failed requests: log job " + failures.getId())
                .allPools(true)
                .emailAddresses(onCall)
                .carryOverRecipients(true) // the legacy addresses become recipients of the policy
                .build();

            WafMigration waf = WafMigration.Builder.create(this, "waf")
                .zoneId(zoneId)
                .target(WafMigrationTarget.VALIDATION) // COMPLETE later, or for a zone that is not Enterprise
                .acknowledgeIrreversible(true)
                .ruleOverrides(List.of(WafRuleOverride.builder()
                    .ruleId("5de7edfa648c4d6891dc3e7f84534ffa")
                    .action(WafRuleAction.LOG)
                    .build()))
                .skipRules(List.of(WafSkipRule.builder()
                    .expression("http.host eq \"hooks.example.com\"")
                    .description("Signed by the sender")
                    .build()))
                .build();

            output("job", failures.getId());
            output("legacy_pools", health.getLegacyPoolCount()); // 0: none is left to move
            output("waf_losses", waf.getLossReport());
        }

        private TerraformVariable variable(String id, String type) {
            return TerraformVariable.Builder.create(this, id).type(type).build();
        }

        private void output(String id, Object value) {
            TerraformOutput.Builder.create(this, id).value(value).build();
        }
    }
}
