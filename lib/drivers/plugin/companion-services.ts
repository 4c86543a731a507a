import type {
  handleBidiStreamingCall,
  handleServerStreamingCall,
  handleUnaryCall,
  Server,
} from '@grpc/grpc-js';
import { methodDefinition } from './wire/service';

/**
 * The services that go-plugin expects in addition to the provider: one that ends the process, and two streams, for output and
 * for further connections. This provider uses neither stream: they stay open without messages.
 */
export function addCompanionServices(server: Server, shutDown: () => void): void {
  const shutdown = methodDefinition('/plugin.GRPCController/Shutdown', 'Empty', 'Empty');
  const end: handleUnaryCall<object, object> = (_call, callback) => {
    shutDown();
    callback(null, {});
  };
  server.addService({ Shutdown: shutdown }, { Shutdown: end });

  const stdio = methodDefinition('/plugin.GRPCStdio/StreamStdio', 'Empty', 'StdioData', { response: true });
  const silent: handleServerStreamingCall<object, object> = () => undefined;
  server.addService({ StreamStdio: stdio }, { StreamStdio: silent });

  const broker = methodDefinition('/plugin.GRPCBroker/StartStream', 'ConnInfo', 'ConnInfo', {
    request: true,
    response: true,
  });
  const idle: handleBidiStreamingCall<object, object> = (call) => {
    call.on('end', () => {
      call.end();
    });
    call.resume();
  };
  server.addService({ StartStream: broker }, { StartStream: idle });
}
