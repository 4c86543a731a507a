# The first apply imports the existing objects. After it, delete this file.

import {
  to = edge_logpush_job.audit
  id = "accounts/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/30"
}

import {
  to = edge_pool_notification_policy.pools_of_the_eu
  id = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/ddddddddddddddddddddddddddddddd1"
}

import {
  to = edge_pool_notification_policy.pools_of_the_us
  id = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/ddddddddddddddddddddddddddddddd2"
}

import {
  to = edge_logpush_job.zone_1and1_example_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
  id = "eeeeeeeeeeeeeeeeeeeeeeeeeeeeeee2/21"
}

import {
  to = edge_logpush_job.zone_1and1_example_unknown
  id = "eeeeeeeeeeeeeeeeeeeeeeeeeeeeeee2/23"
}

import {
  to = edge_custom_fields_ruleset.example_com_custom_fields
  id = "eeeeeeeeeeeeeeeeeeeeeeeeeeeeeee1/77777777777777777777777777777777"
}

import {
  to = edge_logpush_job.example_com_job
  id = "eeeeeeeeeeeeeeeeeeeeeeeeeeeeeee1/13"
}

import {
  to = edge_logpush_job.example_com_errors
  id = "eeeeeeeeeeeeeeeeeeeeeeeeeeeeeee1/11"
}

import {
  to = edge_logpush_job.example_com_sampled
  id = "eeeeeeeeeeeeeeeeeeeeeeeeeeeeeee1/12"
}

import {
  to = edge_waf_migration.example_com_waf
  id = "eeeeeeeeeeeeeeeeeeeeeeeeeeeeeee1"
}
