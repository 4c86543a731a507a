enabled                   = false
acknowledge_waf_migration = true
