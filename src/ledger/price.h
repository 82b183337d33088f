/* SPDX-License-Identifier: Apache-2.0 */
/** What a request costs, in credits (decisions.md 66). The table is configuration. */
#ifndef VT_LEDGER_PRICE_H
#define VT_LEDGER_PRICE_H

#include "base/auto.h"

typedef struct vt_prices {
    int64_t base;
    int64_t tier[3];    /* on top, when parse ran: basic, standard, premium */
    int64_t ocr_page;   /* on top, for each page that OCR read */
    int64_t old_ocr[3]; /* the same in the earlier shape: basic, standard, premium */
    int64_t matching;   /* on top, when matching ran */
} vt_prices;

/** The table of the contract. */
extern const vt_prices vt_prices_default;

/** What is to be paid for: an upper bound at create, what ran at the end. */
typedef struct vt_bill {
    bool parsed, matched;
    int tier; /* 0..2 */
    int64_t ocr_pages;
    bool earlier_shape;
    int ocr_effort; /* 0..2, of the earlier shape */
} vt_bill;

/** In credits. */
int64_t vt_price(const vt_prices *prices, const vt_bill *bill);

#endif
