from cdktf import App, TerraformOutput, TerraformStack, TerraformVariable
from cdktf_edge_platform import (
    CustomFieldsRuleset,
    EdgeProvider,
    LogFilter,
    LogpushJob,
    PoolNotificationPolicy,
    SecretVariable,
    TimestampFormat,
    WafMigration,
    WafMigrationTarget,
    WafRuleAction,
    WafRuleOverride,
    WafSkipRule,
)
from constructs import Construct


class Shop(TerraformStack):
    """The failed requests of a zone in a bucket, notifications about its pools, and its new managed rules."""

    def __init__(self, scope: Construct, id: str) -> None:
        super().__init__(scope, id)
        EdgeProvider(self, "edge")

        account_id = TerraformVariable(self, "account_id", type="string").string_value
        zone_id = TerraformVariable(self, "zone_id", type="string").string_value
        on_call = TerraformVariable(self, "on_call", type="list(string)").list_value
        first_failure = TerraformVariable(self, "first_failure", type="number", default=500)
        key_id = SecretVariable(self, "bucket_key_id")
        key = SecretVariable(self, "bucket_key")

        fields = CustomFieldsRuleset(
            self,
            "fields",
            zone_id=zone_id,
            request_headers=["X-Request-Id"],
            cookies=["sessionId"],
        )
        fields.add_response_headers("Server-Timing")  # another module can do this

        failed = LogFilter.field("EdgeResponseStatus").at_least(first_failure.number_value)
        of_checks = LogFilter.field("ClientRequestHost").in_(["health.example.com", "status.example.com"])
        failures = LogpushJob(
            self,
            "failures",
            zone_id=zone_id,
            name="failed-requests",
            destination_conf="s3://my-logs/http/{DATE}?region=eu-central-1&endpoint=s3.example.com",
            destination_credentials={
                "access-key-id": key_id.string_value,
                "secret-access-key": key.string_value,
            },
            destination_credentials_version=1,  # raise it to send new credentials
            fields=[
                "RayID",
                "EdgeStartTimestamp",
                "EdgeResponseStatus",
                "RequestHeaders",
                "ResponseHeaders",
                "Cookies",
            ],
            timestamp_format=TimestampFormat.RFC3339,
            where=failed.and_(of_checks.not_()),
            depends_on=[fields],  # the first lines have the fields already
        )
        failures.import_from(f"{zone_id}/failed-requests")  # the job exists already; leave this out for a new one

        health = PoolNotificationPolicy(
            self,
            "health",
            account_id=account_id,
            name="Health of all pools",
            description=f"Failed requests: log job {failures.id}",
            all_pools=True,
            email_addresses=on_call,
            carry_over_recipients=True,  # the legacy addresses become recipients of the policy
        )

        waf = WafMigration(
            self,
            "waf",
            zone_id=zone_id,
            target=WafMigrationTarget.VALIDATION,  # COMPLETE later, or for a zone that is not Enterprise
            acknowledge_irreversible=True,
            rule_overrides=[
                WafRuleOverride(rule_id="5de7edfa648c4d6891dc3e7f84534ffa", action=WafRuleAction.LOG),
            ],
            skip_rules=[
                WafSkipRule(
                    expression='http.host eq "hooks.example.com"',
                    description="Signed by the sender",
                ),
            ],
        )

        TerraformOutput(self, "job", value=failures.id)
        TerraformOutput(self, "legacy_pools", value=health.legacy_pool_count)  # 0: none is left to move
        TerraformOutput(self, "waf_losses", value=waf.loss_report)


app = App()
Shop(app, "shop")
app.synth()
