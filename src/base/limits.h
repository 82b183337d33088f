/* SPDX-License-Identifier: Apache-2.0 */
/** Every maximum of what input can make large, one line each. Passing one is VT_E_LIMIT. */
#ifndef VT_BASE_LIMITS_H
#define VT_BASE_LIMITS_H

#define VT_MAX_DOCUMENT_BYTES  (10u * 1024 * 1024)  /* a document; exactly this is accepted */
#define VT_MAX_BATCH_DOCUMENTS 200u                 /* documents of one batch */
#define VT_MAX_BATCH_BYTES     (64u * 1024 * 1024)  /* of its body, and of what a ZIP unpacks to */
#define VT_MAX_RAW_TEXT_CHARS  1000000u             /* code points of input.raw_text */
#define VT_MAX_REVIEW_BYTES    (2u * 1024 * 1024)   /* of a corrected result */
#define VT_MAX_TEXT_BYTES      (8u * 1024 * 1024)   /* extracted text of one document */
#define VT_MAX_RESULT_BYTES    (32u * 1024 * 1024)  /* an answer of the engine */
#define VT_MAX_JSON_DEPTH      48                   /* nesting of JSON input */
#define VT_MAX_JSON_VALUES     500000u              /* of JSON in a request */
#define VT_MAX_REQUEST_MEMORY  (256u * 1024 * 1024) /* arena of one HTTP request */
#define VT_MAX_REPLY_BYTES     (96u * 1024 * 1024)  /* of a reply that is written anew */
#define VT_MAX_PAGES           200u         /* pages read of a document, whatever the plan */
#define VT_MAX_PAGE_POINTS     20000.0f     /* width and height of a page of a PDF */
#define VT_MAX_TEXT_POINTS     4000.0f      /* larger letters of a PDF are no text */
#define VT_MAX_PAGE_GLYPHS     200000u      /* glyphs of one page */
#define VT_MAX_PAGE_SHAPES     20000u       /* drawn shapes kept of one page */
#define VT_MAX_PAGE_PICTURES   4000u        /* drawings of pictures kept of one page */
#define VT_MAX_PDF_CLIPS       200000u      /* clips of a PDF; each drawing of a form is one */
#define VT_MAX_DRAWN_PIXELS    500000000.0f /* of the pictures of one page, read and drawn */
#define VT_MAX_DECODED_PIXELS  500000000.0  /* that a PDF states; a document read, a page drawn */
#define VT_MAX_PDF_MEMORY      (256u * 1024 * 1024) /* what the PDF library may hold */
#define VT_MAX_TOKENS          400000u              /* words of a document */
#define VT_MAX_LINES           60000u               /* lines of a document */
#define VT_MAX_NESTING         200                  /* tables, lists, elements inside each other */
#define VT_MAX_PERSON_ITEMS    40u           /* jobs, skills ... of a web page's data, each */
#define VT_MAX_SHOWN_BYTES     (200u * 1024) /* of a web page's text, compared with its data */
#define VT_MAX_OPEN_TAGS       1000          /* HTML elements open at once, by their tags */
#define VT_MAX_TAG_ATTRIBUTES  200u          /* attributes of an HTML element */
#define VT_MAX_ZIP_MEMBERS     4000u         /* members of a ZIP container */
#define VT_MAX_ZIP_MEMBER      (32u * 1024 * 1024)  /* unpacked bytes of one member */
#define VT_MAX_ZIP_TOTAL       (96u * 1024 * 1024)  /* unpacked bytes of all members read */
#define VT_MAX_ZIP_RATIO       400u                 /* unpacked / packed bytes of a member */
#define VT_MAX_XML_DEPTH       256                  /* element nesting of an XML part */
#define VT_MAX_JOB_MEMORY      (384u * 1024 * 1024) /* arena of one job */
#define VT_MAX_IMAGE_PIXELS    60000000u            /* of a picture, before it is scaled */
#define VT_OCR_PAGE_MS                                                                             \
    15000u /* of processor time for OCR of one page; what was read by then is kept */
#define VT_OCR_TOTAL_MS        45000u /* OCR of a document: no further page is begun after it */
#define VT_MAX_MODEL_LINES     4000u  /* lines of a document that a language model is shown */
#define VT_MAX_MODEL_REPLY     (2u * 1024 * 1024) /* HTTP body of a language model's endpoint */
#define VT_MAX_MODEL_ANSWER    (512u * 1024)      /* text of a language model's answer */
#define VT_MAX_ACCOUNT_KEYS    200u               /* keys of an account that are in force */
#define VT_MAX_KEY_SESSIONS    50u    /* sessions of the dashboard by one key; the oldest ends */
#define VT_MAX_ACCOUNT_HOOKS   50u    /* webhook endpoints of an account */
#define VT_MAX_ACCOUNT_PHRASES 500u   /* phrases of an account's prompt check */
#define VT_CPU_MS              8000u  /* a worker may compute for a document without OCR, */
#define VT_CPU_MS_PER_MEGABYTE 2000u  /* and for each megabyte of it */
#define VT_MIN_JOB_DESCRIPTION 100u   /* code points */
#define VT_MAX_JOB_DESCRIPTION 30000u /* code points */

#endif
