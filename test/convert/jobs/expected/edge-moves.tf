# Delete this file after the first apply.

# The state forgets the old resources. Nothing at the service is deleted or reset.

removed {
  from = vendor_logpush_job.audit

  lifecycle {
    destroy = false
  }
}

# The objects that exist at the service are imported.

import {
  to = edge_logpush_job.audit
  id = "accounts/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/audit"
}
