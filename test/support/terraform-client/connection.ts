import { spawn } from 'node:child_process';
import { Client, credentials } from '@grpc/grpc-js';
import type { Certificate } from '../../../lib/drivers/plugin/certificate';
import { codec } from '../../../lib/drivers/plugin/wire/service';
import type { MessageName, Messages } from '../../../lib/drivers/plugin/wire/shapes';

export const magicCookie = {
  TF_PLUGIN_MAGIC_COOKIE: 'd602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2',
};

export interface StartedPlugin {
  readonly pid: number;
  readonly address: string;
  readonly serverCertificatePem: string;
  connect(certificate?: Certificate): Connection;
  log(): string;
  kill(signal: NodeJS.Signals): void;
  readonly ended: Promise<{ code: number | null; stdout: string; stderr: string }>;
}

export interface Connection {
  call<Q extends MessageName, R extends MessageName>(
    path: string,
    request: [Q, Messages[Q]],
    response: R,
  ): Promise<Messages[R]>;
  /** The messages of a streaming call. To stop early cancels it, as Terraform does at a limit. */
  stream<Q extends MessageName, R extends MessageName>(
    path: string,
    request: [Q, Messages[Q]],
    response: R,
  ): AsyncIterable<Messages[R]>;
  close(): void;
}

export async function startPlugin(
  file: string,
  clientCertificate: Certificate,
  env: Readonly<Record<string, string>> = {},
): Promise<StartedPlugin> {
  const child = spawn(file, [], {
    env: {
      ...process.env,
      EDGE_NODE: process.execPath,
      ...magicCookie,
      PLUGIN_PROTOCOL_VERSIONS: '5,6',
      PLUGIN_CLIENT_CERT: clientCertificate.certificatePem,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk.toString();
      if (stdout.includes('\n')) resolve(stdout.slice(0, stdout.indexOf('\n')));
    });
    child.once('close', () => {
      reject(new Error(`the plugin ended without a handshake: ${stderr}`));
    });
  });
  const [, , network, address, , der = ''] = line.split('|');
  if (address === undefined) throw new Error(`not a handshake: ${line}`);
  const serverCertificatePem = `-----BEGIN CERTIFICATE-----\n${der}${'='.repeat((4 - (der.length % 4)) % 4)}\n-----END CERTIFICATE-----\n`;
  const target = `${network === 'tcp' ? 'ipv4' : 'unix'}:${address}`;
  return {
    pid: child.pid ?? 0,
    address,
    serverCertificatePem,
    connect: (certificate) => connect(target, serverCertificatePem, certificate),
    log: () => stderr,
    kill: (signal) => {
      child.kill(signal);
    },
    ended: new Promise((resolve) => {
      child.once('close', (code) => {
        resolve({ code, stdout, stderr });
      });
    }),
  };
}

function connect(target: string, serverPem: string, certificate: Certificate | undefined): Connection {
  const [key, chain] =
    certificate === undefined
      ? [null, null]
      : [Buffer.from(certificate.keyPem), Buffer.from(certificate.certificatePem)];
  const client = new Client(target, credentials.createSsl(Buffer.from(serverPem), key, chain), {
    'grpc.ssl_target_name_override': 'localhost',
    'grpc.max_send_message_length': -1,
    'grpc.max_receive_message_length': -1,
  });
  return {
    call: <Q extends MessageName, R extends MessageName>(
      path: string,
      [name, message]: [Q, Messages[Q]],
      response: R,
    ) =>
      new Promise<Messages[R]>((resolve, reject) => {
        client.makeUnaryRequest(
          path,
          () => codec(name).encode(message),
          (bytes: Buffer) => codec(response).decode(bytes),
          message,
          {},
          (error, answer) => {
            if (answer !== undefined) resolve(answer);
            else reject(error ?? new Error('no answer'));
          },
        );
      }),
    stream: async function* <Q extends MessageName, R extends MessageName>(
      path: string,
      [name, message]: [Q, Messages[Q]],
      response: R,
    ) {
      const call = client.makeServerStreamRequest(
        path,
        () => codec(name).encode(message),
        (bytes: Buffer) => codec(response).decode(bytes),
        message,
        {},
      );
      try {
        yield* call as AsyncIterable<Messages[R]>;
      } finally {
        // What has been cancelled fails, and nobody reads it any more.
        call.on('error', () => undefined);
        call.cancel();
      }
    },
    close: () => {
      client.close();
    },
  };
}
