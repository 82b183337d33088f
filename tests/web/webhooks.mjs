// SPDX-License-Identifier: Apache-2.0
// Which deliveries the published library of Standard Webhooks accepts: a JSON list of
// {secret, headers, body} from stdin, a list of true and false to stdout.
import { readFileSync } from "node:fs";
import { Webhook, WebhookVerificationError } from "standardwebhooks";

function accepted({ secret, headers, body }) {
    try {
        new Webhook(secret).verify(body, headers);
        return true;
    } catch (error) {
        if (error instanceof WebhookVerificationError)
            return false;
        throw error;
    }
}

console.log(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map(accepted)));
