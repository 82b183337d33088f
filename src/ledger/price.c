/* SPDX-License-Identifier: Apache-2.0 */
#include "ledger/price.h"

const vt_prices vt_prices_default = {
    .base = 1,
    .tier = {0, 2, 3},
    .ocr_page = 2,
    .old_ocr = {0, 2, 4},
    .matching = 0,
};

int64_t vt_price(const vt_prices *prices, const vt_bill *bill)
{
    int64_t page = bill->earlier_shape ? prices->old_ocr[bill->ocr_effort] : prices->ocr_page;
    return prices->base + (bill->parsed ? prices->tier[bill->tier] : 0) + page * bill->ocr_pages +
           (bill->matched ? prices->matching : 0);
}
