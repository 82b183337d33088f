# SPDX-License-Identifier: Apache-2.0
"""How each operation is called, for the reference: by operationId, in three languages. Clients are those of
clients/; what they have no method for is called with the language's own means."""

PYTHON = """import os
from vitae_client import Vitae

vitae = Vitae(os.environ["VITAE_URL"], os.environ["VITAE_KEY"])
"""
TYPESCRIPT = """import { Vitae } from 'vitae-client';

const vitae = new Vitae(process.env.VITAE_URL!, process.env.VITAE_KEY!);
"""
KEY = '-H "Authorization: Bearer $VITAE_KEY"'

SNIPPETS = {
    "createParseRequest": (
        f'curl -fsS "$VITAE_URL/v1/parse" {KEY} \\\n     -H "Prefer: wait=30" -F file=@resume.pdf -F reference=candidate-17',
        'answer = vitae.parse_file("resume.pdf", reference="candidate-17")\nprint(answer["result"])',
        "const answer = await vitae.parseFile('resume.pdf', { reference: 'candidate-17' });\nconsole.log(answer.result);"),
    "listParseRequests": (
        f'curl -fsS "$VITAE_URL/v1/parse?status=completed&limit=20" {KEY}',
        'for request in vitae.list_requests(status="completed"):\n    print(request["request_id"], request["created_at"])',
        "for await (const request of vitae.listRequests({ status: 'completed' })) {\n"
        "  console.log(request.request_id, request.created_at);\n}"),
    "getParseRequest": (
        f'curl -fsS "$VITAE_URL/v1/parse/$ID" {KEY} -H "Prefer: wait=30"',
        'answer = vitae.wait("prs_...")\nprint(answer["status"])',
        "const answer = await vitae.wait('prs_...');\nconsole.log(answer.status);"),
    "createBatch": (
        f'curl -fsS "$VITAE_URL/v1/batches" {KEY} \\\n     -F file=@resume.pdf -F "file=@resume.pdf;filename=second.pdf" -F reference=march',
        'batch = vitae.create_batch(["resume.pdf", "second.pdf"], reference="march")\nprint(batch["batch_id"], batch["rejected"])',
        "const batch = await vitae.createBatch(['resume.pdf', 'second.pdf'], { reference: 'march' });\n"
        "console.log(batch.batch_id, batch.rejected);"),
    "getBatch": (
        f'curl -fsS "$VITAE_URL/v1/batches/$BATCH_ID" {KEY}',
        'batch = vitae.wait_batch("bat_...")\nfor request in batch["requests"]:\n    print(request["reference"], request["status"])',
        "const batch = await vitae.waitBatch('bat_...');\nfor (const request of batch.requests) "
        "console.log(request.reference, request.status);"),
    "deleteBatch": (f'curl -fsS -X DELETE "$VITAE_URL/v1/batches/$BATCH_ID" {KEY}', 'vitae.delete_batch("bat_...")',
                    "await vitae.deleteBatch('bat_...');"),
    "deleteParseRequest": (f'curl -fsS -X DELETE "$VITAE_URL/v1/parse/$ID" {KEY}', 'vitae.delete("prs_...")',
                           "await vitae.delete('prs_...');"),
    "getUsage": (f'curl -fsS "$VITAE_URL/v1/usage" {KEY}', 'print(vitae.usage()["credit_balance"])',
                 "console.log((await vitae.usage()).credit_balance);"),
    "getUsageHistory": (f'curl -fsS "$VITAE_URL/v1/usage/history?limit=7" {KEY}',
                        'for day in vitae.usage_history(limit=7)["history"]:\n    print(day["date"], day["parse_count"])',
                        "console.log((await vitae.usageHistory({ limit: 7 })).history);"),
    "searchSkills": (f'curl -fsS "$VITAE_URL/v1/skills?q=kuber&limit=5" {KEY}',
                     'for skill in vitae.skills("kuber", limit=5):\n    print(skill["skill_id"], skill["skill"])',
                     "console.log(await vitae.skills('kuber', { limit: 5 }));"),
    "getSkill": (f'curl -fsS "$VITAE_URL/v1/skills/VSK000002" {KEY}', 'print(vitae.skill("VSK000002")["synonyms"])',
                 "console.log(await vitae.skill('VSK000002'));"),
}


def snippets(operation, method, path):
    """[(language, code)] of an operation; curl alone where there is nothing of its own."""
    if operation in SNIPPETS:
        curl, python, typescript = SNIPPETS[operation]
        return [("curl", curl), ("Python", PYTHON + python), ("TypeScript", TYPESCRIPT + typescript)]
    flag = "" if method == "get" else f"-X {method.upper()} "
    body = ' \\\n     -H "Content-Type: application/json" -d @body.json' if method == "post" else ""
    shown = path.replace("{", "$").replace("}", "")
    key = "" if path in ("/healthz", "/readyz", "/metrics") else " " + KEY
    return [("curl", f'curl -fsS {flag}"$VITAE_URL{shown}"{key}{body}')]
