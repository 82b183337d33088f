#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes what is said elsewhere of the command line out of what the program says of itself:
`vitae --help`, `vitae COMMAND --help` and `vitae serve --print-settings`.
Usage: mkcli.py VITAE OUT_DIR. Makes vitae.1, vitae.conf.5, vitae.conf (an example with every
setting), and completions: vitae.bash, _vitae (zsh), vitae.fish."""
import pathlib
import re
import subprocess
import sys

FLAG = r"--[a-z][a-z0-9-]*(?: [^ ,]+)?"
OPTION = re.compile(rf"^ {{2,6}}(?P<flags>(?:-\w, )?{FLAG}(?:, {FLAG})*) +(?P<text>[^ ].*)$")
CONFIG_FILE = "/etc/vitae/vitae.conf"


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


class Option:
    """A row of a help text: `  -o, --output DIR   text`, and the lines that go on below it."""

    def __init__(self, flags, text):
        self.flags, self.text = flags, text

    def names(self):
        return re.findall(r"(?<![\w-])--[a-z][a-z0-9-]*|(?<![\w-])-[a-z](?![\w-])", self.flags)

    def takes(self):
        """What stands behind the name: "DIR", "a|b", or "" for a switch."""
        return re.sub(r"(?:-\w, |, )?--[a-z][a-z0-9-]*", "", self.flags).strip()


class Command:
    """A command's help: usage lines, then paragraphs and options in their order."""

    def __init__(self, vitae, name, summary):
        self.name, self.summary = name, summary
        self.help = output(vitae, name, "--help")
        usage, _, rest = self.help.partition("\n\n")
        self.usage = [line.replace("usage: ", "").strip() for line in usage.splitlines()]
        self.blocks = []
        for block in re.split(r"\n\n+", rest):
            self.blocks += self.read_block(block.rstrip().splitlines())

    @staticmethod
    def read_block(lines):
        """The block as one paragraph, or as its options."""
        options, prose = [], []
        for line in lines:
            row = OPTION.match(line)
            if row:
                options.append(Option(row["flags"], row["text"].strip()))
            elif options and line.startswith("    "):
                options[-1].text += " " + line.strip()
            else:
                prose.append(line.strip())
        return ([" ".join(prose)] if prose else []) + options

    def options(self):
        return [block for block in self.blocks if isinstance(block, Option)]

    def flags(self):
        """Every option with what it takes, from rows and usage lines."""
        found = {}
        for line in self.usage:
            for name, takes in re.findall(r"(--[a-z][a-z-]*)(?: ([A-Za-z|:/.-]+))?", line):
                found[name] = takes or ""
            for name in re.findall(r"(?<![\w-])-[a-z](?![\w-])", line):
                found.setdefault(name, "FILE")
        for option in self.options():
            for name in option.names():
                found[name] = option.takes()
        found.setdefault("--help", "")
        return found

    def verbs(self):
        """The words that may stand behind the command's name."""
        found = []
        for line in self.usage:
            words = line.split()[2:3]
            if words and re.fullmatch(r"[a-z|-]+", words[0]):
                found += words[0].split("|")
        return sorted(set(found))


class Setting:
    def __init__(self, row):
        self.name, self.kind, self.default, self.text = row
        self.default = "" if self.default == "–" else self.default

    def flag(self):
        return "--" + self.name.replace("_", "-")


def read_commands(vitae):
    rows = re.findall(r"^  ([a-z]+) +(.*)$", output(vitae, "--help"), re.M)
    return [Command(vitae, name, summary) for name, summary in rows]


def read_settings(vitae):
    lines = output(vitae, "serve", "--print-settings").splitlines()[2:]
    return [Setting([cell.strip(" `") for cell in line.strip("|").split(" | ")]) for line in lines]


# ---- manual pages ----


def roff(text):
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("`", "\\(ga").replace('"', "\\(dq")
    return "\\&" + text if text[:1] in (".", "'") else text


def man_head(name, section, version, title):
    return [f'.TH {name} {section} "" "vitae {version}" "{title}"', ".nh"]


def man_command(command, of_serve):
    lines = [f".SS {command.name}", roff(command.summary[:1].upper() + command.summary[1:]) + ".",
             ".PP", ".nf"]
    lines += [".B " + roff(line) for line in command.usage] + [".fi"]
    shared = command.name != "serve" and len(command.options()) > 30
    for block in command.blocks:
        if isinstance(block, str):
            lines += [".PP", roff(block)]
        elif not shared or block.flags not in of_serve:
            lines += [".TP", ".B " + roff(block.flags), roff(block.text)]
    return lines


def man_page(commands, version):
    serve = next(c for c in commands if c.name == "serve")
    of_serve = {option.flags for option in serve.options()}
    lines = man_head("VITAE", 1, version, "User Commands")
    lines += [".SH NAME", "vitae \\- resumes in, structured JSON out", ".SH SYNOPSIS",
              ".B vitae", ".I COMMAND", "[options]", ".SH DESCRIPTION",
              "vitae reads resumes (PDF, DOCX, Markdown, text, HTML, pictures) and writes what is in "
              "them as JSON: on the command line, or as an HTTP service with accounts, credits and "
              "webhooks. Documents are read in sandboxed processes without network or files.",
              ".SH COMMANDS"]
    for command in commands:
        lines += man_command(command, of_serve)
    lines += [".SH EXIT STATUS", ".TP", ".B 0", "Done.", ".TP", ".B 1",
              "The work, or some of it, failed; messages on standard error say what.", ".TP", ".B 2",
              "The command line is wrong.", ".SH ENVIRONMENT", ".TP", ".B VITAE_CONFIG",
              "The configuration file, when no \\-\\-config names one.", ".TP", ".B VITAE_\\fINAME\\fP",
              "A setting of vitae.conf(5) in capitals; flags win over it.", ".SH FILES", ".TP",
              f".I {roff(CONFIG_FILE)}", "The configuration, see vitae.conf(5).",
              ".SH SEE ALSO", ".BR vitae.conf (5)"]
    return "\n".join(lines) + "\n"


def man_conf(settings, version):
    lines = man_head("VITAE.CONF", 5, version, "File Formats")
    lines += [".SH NAME", "vitae.conf \\- configuration of the vitae service", ".SH SYNOPSIS",
              f".I {roff(CONFIG_FILE)}", ".SH DESCRIPTION",
              "Lines of KEY = VALUE; sections in brackets are for the reader only, lines that begin "
              "with ; or # are comments. All commands of vitae(1) read it: \\-\\-config FILE or "
              "VITAE_CONFIG name another one. An environment variable (VITAE_LISTEN for listen) wins "
              "over the file, a flag (\\-\\-listen) over both. The service reads it when it starts.",
              ".SH SETTINGS"]
    for s in settings:
        default = f" Default: {s.default}." if s.default else ""
        lines += [".TP", ".B " + roff(s.name), roff(f"({s.kind}) {s.text}.{default}")]
    lines += [".SH SEE ALSO", ".BR vitae (1)"]
    return "\n".join(lines) + "\n"


def example(settings):
    lines = ["# Every setting of vitae with its default; vitae.conf(5) tells more.", ""]
    for s in settings:
        lines += [f"# {s.text} ({s.kind})", f"#{s.name} = {s.default}".rstrip(), ""]
    return "\n".join(lines)


# ---- completion ----

FILES, FOLDERS = {"FILE", "PATH", "IMAGE", "MODEL"}, {"DIR"}


def values_of(takes):
    """("files"|"folders"|"words"|"none"|"", words): what the shell offers behind an option."""
    if takes in FILES:
        return "files", []
    if takes in FOLDERS:
        return "folders", []
    if re.fullmatch(r"[a-z]+(\|[a-z]+)+|doc", takes):
        return "words", takes.split("|")
    return ("none" if takes else ""), []


def flags_of(command, settings):
    """The command's options with what they take. Commands that use the store also read the
    settings; their help names those of interest, and the value's kind is the setting's."""
    flags = command.flags()
    switches = {s.flag() for s in settings if s.kind == "true or false"}
    for s in settings:
        if s.flag() in flags and not flags[s.flag()] and s.flag() not in switches:
            flags[s.flag()] = "VALUE"
    if command.name in ("serve", "work"):
        flags |= {"--config": "FILE", "--data": "DIR", "--taxonomy": "FILE",
                  "--tls-certificate": "FILE", "--tls-key": "FILE"}
        flags["--log-level"] = "debug|info|warn|error"
    return dict(sorted(flags.items()))


BASH = """# bash completion of vitae; generated from its --help.
_vitae()
{{
    local cur=${{COMP_WORDS[COMP_CWORD]}} prev=${{COMP_WORDS[COMP_CWORD-1]}} command=${{COMP_WORDS[1]}}
    COMPREPLY=()
    if [ "$COMP_CWORD" -eq 1 ]; then
        COMPREPLY=($(compgen -W "{commands}" -- "$cur"))
        return
    fi
    case "$command $prev" in
{values}
    esac
    local words=
    case $command in
{words}
    esac
    case $cur in
        -*) ;;
        *) words=$(printf '%s\\n' $words | grep -v '^-')
           [ "$COMP_CWORD" -eq 2 ] && [ -n "$words" ] || {{ COMPREPLY=($(compgen -f -- "$cur")); return; }} ;;
    esac
    COMPREPLY=($(compgen -W "$words" -- "$cur"))
}}
complete -o filenames -F _vitae vitae
"""


def bash(commands, settings):
    values, words = [], []
    actions = {"files": 'compgen -f -- "$cur"', "folders": 'compgen -d -- "$cur"', "none": ""}
    for command in commands:
        flags = flags_of(command, settings)
        groups = {}
        for name, takes in flags.items():
            kind, offered = values_of(takes)
            if kind == "words":
                kind = 'compgen -W "%s" -- "$cur"' % " ".join(offered)
            if kind:
                groups.setdefault(actions.get(kind, kind), []).append(f'"{command.name} {name}"')
        for action, names in groups.items():
            reply = f"COMPREPLY=($({action}))" if action else ":"
            values.append(f"        {'|'.join(names)}) {reply}; return ;;")
        words.append(f'        {command.name}) words="{" ".join(command.verbs() + list(flags))}" ;;')
    return BASH.format(commands=" ".join(c.name for c in commands), values="\n".join(values),
                       words="\n".join(words))


def quoted(text):
    return "'" + text.replace("'", "'\\''") + "'"


def described(command):
    """Option -> the first words that its help says."""
    return {name: option.text for option in command.options() for name in option.names()}


def zsh(commands, settings):
    lines = ["#compdef vitae", "# zsh completion of vitae; generated from its --help.",
             "local -a commands flags verbs", "if (( CURRENT == 2 )); then", "    commands=("]
    lines += ["        " + quoted(f"{c.name}:{c.summary}") for c in commands]
    lines += ["    )", "    _describe command commands", "    return", "fi",
              'case "$words[2] $words[CURRENT-1]" in']
    for c in commands:
        for name, takes in flags_of(c, settings).items():
            kind, offered = values_of(takes)
            action = {"files": "_files", "folders": "_files -/", "none": ":",
                      "words": "compadd " + " ".join(offered)}.get(kind)
            if action:
                lines.append(f"    {quoted(c.name + ' ' + name)}) {action}; return ;;")
    lines += ["esac", "case $words[2] in"]
    for c in commands:
        texts = described(c)
        flags = " ".join(quoted(f"{name}:{texts.get(name, '')}") for name in flags_of(c, settings)
                         if name.startswith("--"))
        lines.append(f"    {c.name}) verbs=({' '.join(c.verbs())}); flags=({flags}) ;;")
    lines += ["esac", "if [[ $PREFIX == -* ]]; then", "    _describe option flags",
              "elif (( CURRENT == 3 )) && (( $#verbs )); then", "    compadd -a verbs", "else",
              "    _files", "fi"]
    return "\n".join(lines) + "\n"


def fish(commands, settings):
    lines = ["# fish completion of vitae; generated from its --help."]
    for c in commands:
        lines.append(f"complete -c vitae -f -n __fish_use_subcommand -a {c.name} -d {fish_quoted(c.summary)}")
    for c in commands:
        texts = described(c)
        seen = f"-n '__fish_seen_subcommand_from {c.name}'"
        if c.verbs():
            lines.append(f"complete -c vitae -f {seen} -a '{' '.join(c.verbs())}'")
        for name, takes in flags_of(c, settings).items():
            if not name.startswith("--"):
                continue
            kind, offered = values_of(takes)
            argument = {"files": " -r -F", "folders": " -x -a '(__fish_complete_directories)'",
                        "none": " -x", "words": f" -x -a '{' '.join(offered)}'"}.get(kind, "")
            text = f" -d {fish_quoted(texts[name])}" if name in texts else ""
            lines.append(f"complete -c vitae {seen} -l {name[2:]}{argument}{text}")
    return "\n".join(lines) + "\n"


def fish_quoted(text):
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def main():
    vitae, out = sys.argv[1], pathlib.Path(sys.argv[2])
    version = output(vitae, "version").split()[1]
    commands, settings = read_commands(vitae), read_settings(vitae)
    files = {"vitae.1": man_page(commands, version), "vitae.conf.5": man_conf(settings, version),
             "vitae.conf": example(settings), "vitae.bash": bash(commands, settings),
             "_vitae": zsh(commands, settings), "vitae.fish": fish(commands, settings)}
    out.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (out / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
