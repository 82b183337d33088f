/* SPDX-License-Identifier: Apache-2.0 */
/**
 * libvitae: the engine of vitae as a library. A resume goes in as bytes, its answer comes out as
 * JSON, the same that `vitae parse` and the service give.
 *
 *     vitae_engine *engine;
 *     char *json;
 *     if (vitae_open(NULL, NULL, &engine) != VITAE_OK)
 *         puts(vitae_error());
 *     if (vitae_parse(engine, bytes, size, "{\"filename\": \"resume.pdf\"}", &json) <=
 * VITAE_FAILED) { puts(json); vitae_free(json);
 *     }
 *     vitae_close(engine);
 *
 * Compile and link with `pkg-config --cflags --libs vitae`.
 *
 * What the library does not give, and the program `vitae` does:
 *  - A sandbox. The document is read in the process of the caller. A fault in one of the libraries
 *    that read documents is a fault of that process. For documents of strangers use the service,
 *    or `vitae parse`, which read each document in a process that can reach nothing.
 *  - A time limit. A call ends, but a hostile document can make it take many seconds.
 *  - Protection from a machine without memory: when malloc() fails, the process ends. A document
 *    that asks for more than its own budget ("memory_kilobytes") is an ordinary failed answer.
 *
 * Threads: an engine may be used by any number of threads at the same time; when it was opened
 * with OCR, calls wait for each other. vitae_error() belongs to the calling thread. vitae_close()
 * must come after the last call with that engine has returned.
 *
 * What it changes in its process: ICU is told to take no data from files, OpenMP to use one thread
 * (with OCR only). It has no other effect outside of its own memory: it opens files in vitae_open()
 * only, starts no thread or process, and speaks to no network.
 *
 * Stability: functions and values are only added within one soname. JSON keys are those of the
 * service's interface; new ones may appear.
 *
 * Licence: this header is under the Apache License 2.0; the library links MuPDF and is as a whole
 * under the AGPL-3.0-or-later (see NOTICE).
 */
#ifndef VITAE_H
#define VITAE_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define VITAE_API __attribute__((visibility("default")))
#else
#define VITAE_API
#endif

typedef struct vitae_engine vitae_engine;

typedef enum vitae_status {
    VITAE_OK = 0,
    VITAE_FAILED = 1,      /**< this document cannot be read; the JSON says why */
    VITAE_INVALID = 2,     /**< an argument or an option is wrong */
    VITAE_UNAVAILABLE = 3, /**< a taxonomy or language that was asked for cannot be opened */
    VITAE_INTERNAL = 4,    /**< a fault of the library */
} vitae_status;

/** The version of the library, "1.0.0"; also `metadata.parser_version` of every answer. */
VITAE_API const char *vitae_version(void);

/**
 * Opens an engine: checks the data that is compiled in, about 10 milliseconds. `taxonomy` is the
 * path of another skills taxonomy (`vitae taxonomy import` makes one), or NULL; `ocr` the languages
 * of OCR ("eng", "eng+deu", "auto"; Tesseract's data of them must be installed), or NULL for none.
 * On VITAE_OK *ret is the caller's, to be closed with vitae_close(); otherwise it is NULL.
 */
VITAE_API vitae_status vitae_open(const char *taxonomy, const char *ocr, vitae_engine **ret);

/** Ends the engine. NULL is allowed. Strings that came from it stay valid. */
VITAE_API void vitae_close(vitae_engine *engine);

/**
 * Reads one document of `size` bytes. They are only read, and not kept.
 *
 * `options` is a JSON object, or NULL for the defaults. All its members may be left out:
 *  - "filename": a hint for formats that cannot be told by content (Markdown)
 *  - "input": "file" (the default), "text" (the bytes are UTF-8 text), "result" (they are an
 *    earlier answer, or its `result`)
 *  - "config": the `config` object of a request to the service; `reference_date` in it says what
 *    "present" means, today (UTC) otherwise
 *  - "job_description": 100 to 30,000 characters to match the candidate against
 *  - "memory_kilobytes": what the document may take, 64 to 393,216 (the default)
 *
 * VITAE_OK: *ret_json is the completed answer: `status`, `metadata`, `checks`, `ai_features`,
 * `matching`, `raw_text`, `result`. A document whose text fails a check is completed, too.
 * VITAE_FAILED: *ret_json is the failed answer: `status`, `error`, `error_code`, `error_stage`,
 * `error_detail`, `raw_text`; a document over its budget of memory has the detail "limit".
 * Otherwise *ret_json is NULL. vitae_error() has the sentence for all but VITAE_OK.
 *
 * The JSON is NUL-terminated UTF-8 and the caller's, to be given back with vitae_free().
 */
VITAE_API vitae_status vitae_parse(vitae_engine *engine, const void *document, size_t size,
                                   const char *options, char **ret_json);

/** Gives back a string of vitae_parse(). NULL is allowed. */
VITAE_API void vitae_free(char *json);

/** Why the last call of this thread failed, in English, for people; never NULL, "" after a call
 * that did not fail. Valid until the next call of this thread. */
VITAE_API const char *vitae_error(void);

#ifdef __cplusplus
}
#endif

#endif
