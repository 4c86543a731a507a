import { LogField } from 'cdktf-edge-platform/cdktn';

/** Destinations of several jobs. */
export const destinations = { logsBucketHttp: 's3://logs-bucket/http/{DATE}?region=eu-central-1' };

/** Recipients of several policies. */
export const recipients = { opsAndEu: ['ops@example.com', 'eu@example.com'] };

/** Log fields of several jobs, by dataset. */
export const fieldSets = {
  httpRequests: [
    LogField.ClientIP,
    LogField.ClientRequestHost,
    LogField.EdgeResponseStatus,
    LogField.EdgeStartTimestamp,
    LogField.RayID,
    LogField.RequestHeaders,
  ],
};
