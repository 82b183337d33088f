/* SPDX-License-Identifier: Apache-2.0 */
/* Words of seniority, folded, in the parser's languages. A word that only changes what another says
 * ("assistant", "deputy") is none. */
#include "titles/seniority.h"

static const struct {
    const char *word;
    vt_seniority level;
} rows[] = {
    {"intern", VT_SENIORITY_INTERN},
    {"internship", VT_SENIORITY_INTERN},
    {"trainee", VT_SENIORITY_INTERN},
    {"apprentice", VT_SENIORITY_INTERN},
    {"praktikant", VT_SENIORITY_INTERN},
    {"praktikantin", VT_SENIORITY_INTERN},
    {"werkstudent", VT_SENIORITY_INTERN},
    {"werkstudentin", VT_SENIORITY_INTERN},
    {"auszubildender", VT_SENIORITY_INTERN},
    {"auszubildende", VT_SENIORITY_INTERN},
    {"azubi", VT_SENIORITY_INTERN},
    {"volontar", VT_SENIORITY_INTERN},
    {"stagiaire", VT_SENIORITY_INTERN},
    {"stage", VT_SENIORITY_INTERN},
    {"alternant", VT_SENIORITY_INTERN},
    {"alternante", VT_SENIORITY_INTERN},
    {"apprenti", VT_SENIORITY_INTERN},
    {"becario", VT_SENIORITY_INTERN},
    {"becaria", VT_SENIORITY_INTERN},
    {"aprendiz", VT_SENIORITY_INTERN},
    {"tirocinante", VT_SENIORITY_INTERN},
    {"stagista", VT_SENIORITY_INTERN},
    {"apprendista", VT_SENIORITY_INTERN},
    {"estagiario", VT_SENIORITY_INTERN},
    {"estagiaria", VT_SENIORITY_INTERN},
    {"stazysta", VT_SENIORITY_INTERN},
    {"stazystka", VT_SENIORITY_INTERN},
    {"praktykant", VT_SENIORITY_INTERN},
    {"stagiair", VT_SENIORITY_INTERN},
    {"praktikanti", VT_SENIORITY_INTERN},
    {"stajyer", VT_SENIORITY_INTERN},
    {"junior", VT_SENIORITY_JUNIOR},
    {"jr", VT_SENIORITY_JUNIOR},
    {"graduate", VT_SENIORITY_JUNIOR},
    {"entry", VT_SENIORITY_JUNIOR},
    {"mlodszy", VT_SENIORITY_JUNIOR},
    {"mlodsza", VT_SENIORITY_JUNIOR},
    {"debutant", VT_SENIORITY_JUNIOR},
    {"juniore", VT_SENIORITY_JUNIOR},
    {"mid", VT_SENIORITY_MID},
    {"intermediate", VT_SENIORITY_MID},
    {"pleno", VT_SENIORITY_MID},
    {"medior", VT_SENIORITY_MID},
    {"confirme", VT_SENIORITY_MID},
    {"confirmee", VT_SENIORITY_MID},
    {"senior", VT_SENIORITY_SENIOR},
    {"sr", VT_SENIORITY_SENIOR},
    {"snr", VT_SENIORITY_SENIOR},
    {"starszy", VT_SENIORITY_SENIOR},
    {"starsza", VT_SENIORITY_SENIOR},
    {"experienced", VT_SENIORITY_SENIOR},
    {"lead", VT_SENIORITY_LEAD},
    {"leading", VT_SENIORITY_LEAD},
    {"principal", VT_SENIORITY_LEAD},
    {"staff", VT_SENIORITY_LEAD},
    {"teamleiter", VT_SENIORITY_LEAD},
    {"teamleiterin", VT_SENIORITY_LEAD},
    {"teamleitung", VT_SENIORITY_LEAD},
    {"teamlead", VT_SENIORITY_LEAD},
    {"foreman", VT_SENIORITY_LEAD},
    {"supervisor", VT_SENIORITY_LEAD},
    {"vorarbeiter", VT_SENIORITY_LEAD},
    {"schichtleiter", VT_SENIORITY_LEAD},
    {"encargado", VT_SENIORITY_LEAD},
    {"encargada", VT_SENIORITY_LEAD},
    {"capo", VT_SENIORITY_LEAD},
    {"caposquadra", VT_SENIORITY_LEAD},
    {"brygadzista", VT_SENIORITY_LEAD},
    {"ploegleider", VT_SENIORITY_LEAD},
    {"teamleider", VT_SENIORITY_LEAD},
    {"head", VT_SENIORITY_HEAD},
    {"leiter", VT_SENIORITY_HEAD},
    {"leiterin", VT_SENIORITY_HEAD},
    {"leitung", VT_SENIORITY_HEAD},
    {"abteilungsleiter", VT_SENIORITY_HEAD},
    {"bereichsleiter", VT_SENIORITY_HEAD},
    {"filialleiter", VT_SENIORITY_HEAD},
    {"responsable", VT_SENIORITY_HEAD},
    {"gerente", VT_SENIORITY_HEAD},
    {"jefe", VT_SENIORITY_HEAD},
    {"jefa", VT_SENIORITY_HEAD},
    {"responsabile", VT_SENIORITY_HEAD},
    {"kierownik", VT_SENIORITY_HEAD},
    {"kierowniczka", VT_SENIORITY_HEAD},
    {"hoofd", VT_SENIORITY_HEAD},
    {"mudur", VT_SENIORITY_HEAD},
    {"director", VT_SENIORITY_EXECUTIVE},
    {"directora", VT_SENIORITY_EXECUTIVE},
    {"directeur", VT_SENIORITY_EXECUTIVE},
    {"directrice", VT_SENIORITY_EXECUTIVE},
    {"direttore", VT_SENIORITY_EXECUTIVE},
    {"direttrice", VT_SENIORITY_EXECUTIVE},
    {"diretor", VT_SENIORITY_EXECUTIVE},
    {"diretora", VT_SENIORITY_EXECUTIVE},
    {"direktor", VT_SENIORITY_EXECUTIVE},
    {"dyrektor", VT_SENIORITY_EXECUTIVE},
    {"vp", VT_SENIORITY_EXECUTIVE},
    {"president", VT_SENIORITY_EXECUTIVE},
    {"chief", VT_SENIORITY_EXECUTIVE},
    {"cto", VT_SENIORITY_EXECUTIVE},
    {"ceo", VT_SENIORITY_EXECUTIVE},
    {"cfo", VT_SENIORITY_EXECUTIVE},
    {"coo", VT_SENIORITY_EXECUTIVE},
    {"cio", VT_SENIORITY_EXECUTIVE},
    {"cmo", VT_SENIORITY_EXECUTIVE},
    {"ciso", VT_SENIORITY_EXECUTIVE},
    {"chro", VT_SENIORITY_EXECUTIVE},
    {"geschaftsfuhrer", VT_SENIORITY_EXECUTIVE},
    {"geschaftsfuhrerin", VT_SENIORITY_EXECUTIVE},
    {"prezes", VT_SENIORITY_EXECUTIVE},
    {"managing", VT_SENIORITY_EXECUTIVE},
    {"vorstand", VT_SENIORITY_EXECUTIVE},
};

const char *vt_seniority_word(vt_seniority seniority)
{
    static const char *const words[] = {NULL,     "intern", "junior", "mid",
                                        "senior", "lead",   "head",   "executive"};
    return words[seniority];
}

vt_seniority vt_seniority_of_word(vt_str folded)
{
    for (size_t i = 0; i < VT_COUNT(rows); i++)
        if (vt_str_eq(folded, vt_str_z(rows[i].word)))
            return rows[i].level;
    return VT_SENIORITY_UNKNOWN;
}

vt_seniority vt_seniority_of(vt_arena *arena, vt_str title)
{
    vt_words words = vt_words_split(arena, title);
    vt_seniority level = VT_SENIORITY_UNKNOWN;
    for (size_t i = 0; i < words.n; i++)
        level = VT_MAX(level, vt_seniority_of_word(words.at[i].folded));
    return level;
}
