package main

import (
	"github.com/aws/constructs-go/constructs/v10"
	"github.com/aws/jsii-runtime-go"
	edge "github.com/cdktf-edge-platform/cdktf-edge-platform-go/cdktfedgeplatform"
	"github.com/hashicorp/terraform-cdk-go/cdktf"
)

// NewShop makes a stack: the failed requests of a zone in a bucket, notifications about its pools, and its new managed rules.
func NewShop(scope constructs.Construct, id string) cdktf.TerraformStack {
	stack := cdktf.NewTerraformStack(scope, &id)
	edge.NewEdgeProvider(stack, jsii.String("edge"), nil)

	accountId := variable(stack, "account_id", "string").StringValue()
	zoneId := variable(stack, "zone_id", "string").StringValue()
	onCall := variable(stack, "on_call", "list(string)").ListValue()
	firstFailure := cdktf.NewTerraformVariable(stack, jsii.String("first_failure"), &cdktf.TerraformVariableConfig{
		Type:    jsii.String("number"),
		Default: 500,
	})
	keyId := edge.NewSecretVariable(stack, jsii.String("bucket_key_id"), nil)
	key := edge.NewSecretVariable(stack, jsii.String("bucket_key"), nil)

	fields := edge.NewCustomFieldsRuleset(stack, jsii.String("fields"), &edge.CustomFieldsRulesetProps{
		ZoneId:         zoneId,
		RequestHeaders: jsii.Strings("X-Request-Id"),
		Cookies:        jsii.Strings("sessionId"),
	})
	fields.AddResponseHeaders(jsii.String("Server-Timing")) // another module can do this

	failed := edge.LogFilter_Field(jsii.String("EdgeResponseStatus")).AtLeast(firstFailure.NumberValue())
	ofChecks := edge.LogFilter_Field(jsii.String("ClientRequestHost")).In(&[]interface{}{"health.example.com", "status.example.com"})
	failures := edge.NewLogpushJob(stack, jsii.String("failures"), &edge.LogpushJobProps{
		ZoneId:          zoneId,
		Name:            jsii.String("failed-requests"),
		DestinationConf: jsii.String("s3://my-logs/http/{DATE}?region=eu-central-1&endpoint=s3.example.com"),
		DestinationCredentials: &map[string]*string{
			"access-key-id":     keyId.StringValue(),
			"secret-access-key": key.StringValue(),
		},
		DestinationCredentialsVersion: jsii.Number(1), // raise it to send new credentials
		Fields: jsii.Strings(
			"RayID", "EdgeStartTimestamp", "EdgeResponseStatus", "RequestHeaders", "ResponseHeaders", "Cookies",
		),
		TimestampFormat: edge.TimestampFormat_RFC3339,
		Where:           failed.And(ofChecks.Not()),
		DependsOn:       &[]cdktf.ITerraformDependable{fields}, // the first lines have the fields already
	})
	// The job exists already; leave this out for a new one.
	failures.ImportFrom(jsii.Sprintf("%s/failed-requests", *zoneId), nil)

	health := edge.NewPoolNotificationPolicy(stack, jsii.String("health"), &edge.PoolNotificationPolicyProps{
		AccountId:           accountId,
		Name:                jsii.String("Health of all pools"),
		Description:         jsii.Sprintf("Failed requests: log job %s", *failures.Id()),
		AllPools:            true,
		EmailAddresses:      onCall,
		CarryOverRecipients: true, // the legacy addresses become recipients of the policy
	})

	waf := edge.NewWafMigration(stack, jsii.String("waf"), &edge.WafMigrationProps{
		ZoneId:                  zoneId,
		Target:                  edge.WafMigrationTarget_VALIDATION, // COMPLETE later, or for a zone that is not Enterprise
		AcknowledgeIrreversible: true,
		RuleOverrides: &[]*edge.WafRuleOverride{
			{RuleId: jsii.String("5de7edfa648c4d6891dc3e7f84534ffa"), Action: edge.WafRuleAction_LOG},
		},
		SkipRules: &[]*edge.WafSkipRule{{
			Expression:  jsii.String(`http.host eq "hooks.example.com"`),
			Description: jsii.String("Signed by the sender"),
		}},
	})

	output(stack, "job", failures.Id())
	output(stack, "legacy_pools", health.LegacyPoolCount()) // 0: none is left to move
	output(stack, "waf_losses", waf.LossReport())
	return stack
}

func variable(stack cdktf.TerraformStack, id, kind string) cdktf.TerraformVariable {
	return cdktf.NewTerraformVariable(stack, &id, &cdktf.TerraformVariableConfig{Type: &kind})
}

func output(stack cdktf.TerraformStack, id string, value any) {
	cdktf.NewTerraformOutput(stack, &id, &cdktf.TerraformOutputConfig{Value: value})
}

func main() {
	defer jsii.Close()
	app := cdktf.NewApp(nil)
	NewShop(app, "shop")
	app.Synth()
}
