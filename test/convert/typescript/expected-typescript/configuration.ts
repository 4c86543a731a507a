import { App, type TerraformStack } from 'cdktn';
import { cpSync, existsSync } from 'node:fs';
import { basename, join } from 'node:path';

/** Adds the configuration that was not converted, as it was. Replace it with constructs whenever you like. */
export function addConfiguration(stack: TerraformStack): void {
  stack.addOverride('terraform', {
    backend: { s3: { bucket: 'terraform-state', key: 'network' } },
    required_providers: {
      cloudflare: {
        source: 'cloudflare/cloudflare',
        version: '~> 4.52',
        configuration_aliases: ['cloudflare.eu'],
      },
    },
  });
  // Instead of the local backend that CDK Terrain adds, the state stays where it is.
  stack.addOverride('terraform.backend.local', undefined);
  copyFiles(join(App.of(stack).outdir, 'stacks', stack.node.id));
}

/** Copies the code, its modules and other files into the folder of the stack, beside what CDK Terrain writes there. */
function copyFiles(folder: string): void {
  const files = join(__dirname, 'terraform');
  // The versions of the providers that Terraform has selected stay.
  const isNew = (_: string, to: string) => basename(to) !== '.terraform.lock.hcl' || !existsSync(to);
  if (existsSync(files)) cpSync(files, folder, { recursive: true, filter: isNew });
}
