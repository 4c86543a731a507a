import { TerraformIterator, Token } from 'cdktn';
import { LogDataset, LogField, LogpushJob } from 'cdktf-edge-platform/cdktn';
import type { LogDatasetName } from 'cdktf-edge-platform/logs';
import type { Construct } from 'constructs';

/** From main.tf. */
export function edge2(scope: Construct): void {
  new LogpushJob(scope, 'first', {
    zoneId: '${var.zone_id}',
    name: 'first',
    dataset: LogDataset.DNS_LOGS,
    enabled: false,
    destinationConf: 's3://${var.bucket}/first?region=eu-central-1',
    fields: [LogField.QueryName],
  });

  // One job for each line.
  // The bucket has to be there.
  // with its policy
  // aws_s3_bucket_policy.logs
  // A name tells where the lines go.
  // TODO: With its values here, the plan refuses cloudflare_logpush_job.lines["firewall_events"]:
  // Invalid job name: name is "of firewall_events". A job name has at most 512 characters: letters,
  // digits, "-" and ".".
  // TODO: With its values here, the plan refuses cloudflare_logpush_job.lines["http_requests"]: Invalid
  // job name: name is "of http_requests". A job name has at most 512 characters: letters, digits, "-"
  // and ".".
  // TODO: Not carried over from the lifecycle block: postcondition. Add what the new object needs: its
  // attributes have other names.
  //   lifecycle {
  //     prevent_destroy = true
  //
  //     # A name tells where the lines go.
  //     precondition {
  //       condition     = length(var.bucket) > 3
  //       error_message = "The bucket ${var.bucket} has no name."
  //     }
  //
  //     precondition {
  //       condition     = cloudflare_logpush_job.first.destination_conf != ""
  //       error_message = "The first job has no bucket."
  //     }
  //
  //     postcondition {
  //       condition     = self.enabled
  //       error_message = "The job is off."
  //     }
  //   }
  new LogpushJob(scope, 'lines', {
    forEach: TerraformIterator.fromMap(Token.asAnyMap('${{ for job in local.jobs : job.dataset => job }}')),
    zoneId: '${var.zone_id}',
    name: '${each.value.name}',
    dataset: '${each.key}' as LogDatasetName,
    destinationConf: 's3://${var.bucket}/logs?region=eu-central-1',
    ownershipChallenge: '${data.aws_s3_object.challenge.body}',
    dependsOn: [{ fqn: 'terraform_data.bucket' }, { fqn: 'edge_logpush_job.first' }],
    lifecycle: {
      preventDestroy: true,
      precondition: [
        { condition: '${length(var.bucket) > 3}', errorMessage: 'The bucket ${var.bucket} has no name.' },
        {
          condition: '${edge_logpush_job.first.destination_conf != ""}',
          errorMessage: 'The first job has no bucket.',
        },
      ],
    },
  });
}
