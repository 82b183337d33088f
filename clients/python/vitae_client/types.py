# SPDX-License-Identifier: Apache-2.0
"""What answers hold, for type checkers: dictionaries as the service sends them."""
from typing import Any, Literal, Optional, TypedDict

Tier = Literal["basic", "standard", "premium"]


class ExtractConfig(TypedDict, total=False):
    type: Literal["file", "ocr", "auto"]


class PromptConfig(TypedDict, total=False):
    skip: bool
    level: Literal["basic"]


class ValidateConfig(TypedDict, total=False):
    prompt: PromptConfig


class SkillsConfig(TypedDict, total=False):
    skip: bool


class ParseConfig(TypedDict, total=False):
    skip: bool
    model_tier: Tier
    skills: SkillsConfig
    evidence: bool
    confidence: bool
    extras: bool


class MatchingConfig(TypedDict, total=False):
    skip: bool
    model_tier: Tier
    top_skills: int


class Locale(TypedDict, total=False):
    country: str
    language: str
    date_order: Literal["day_first", "month_first"]


class Config(TypedDict, total=False):
    find_duplicate: bool
    locale: Locale
    language: str
    extract: ExtractConfig
    validate: ValidateConfig
    parse: ParseConfig
    matching: MatchingConfig
    redact: list[str]
    reference_date: str
    retention_seconds: int


class _CreatedAlways(TypedDict):
    request_id: str
    status: Literal["created"]
    estimated_credits: int
    remaining_balance: int
    created_at: str


class Created(_CreatedAlways, total=False):
    reference: str
    client_metadata: dict[str, Any]
    warnings: list[str]


class Location(TypedDict):
    city: Optional[str]
    region: Optional[str]
    country: Optional[str]
    country_code: Optional[str]


class PersonalInfo(TypedDict):
    name: Optional[str]
    label: Optional[str]
    email: Optional[str]
    phone: Optional[str]
    location: Location


class Experience(TypedDict):
    type: str
    company: Optional[str]
    title: Optional[str]
    start_date: Optional[str]
    end_date: Optional[str]
    current: bool
    description: Optional[str]
    highlights: list[str]


class Education(TypedDict):
    institution: Optional[str]
    degree: Optional[str]
    field_of_study: Optional[str]
    graduation_date: Optional[str]


class Skill(TypedDict):
    skill: str
    skill_id: Optional[str]
    synonyms: list[str]
    proficiency: Optional[str]
    proficiency_score: Optional[float]
    category: Optional[str]
    skill_type: Optional[Literal["hard", "soft"]]
    years_experience: Optional[float]
    confidence: float
    match_method: Optional[str]
    implied_by: Optional[str]


class Certification(TypedDict):
    name: Optional[str]
    issuer: Optional[str]
    date: Optional[str]
    expires: Optional[str]
    credential_id: Optional[str]
    url: Optional[str]


class Language(TypedDict):
    language: Optional[str]
    proficiency: Optional[str]


class Result(TypedDict):
    personal_info: PersonalInfo
    summary: Optional[str]
    experience: list[Experience]
    education: list[Education]
    skills: list[Skill]
    certifications: list[Certification]
    languages: list[Language]


class _CompletedAlways(TypedDict):
    request_id: str
    status: Literal["completed"]
    created_at: str
    completed_at: str
    duration_ms: int
    credits_consumed: int
    remaining_balance: int
    metadata: dict[str, Any]
    checks: Optional[dict[str, Any]]
    ai_features: Optional[dict[str, Any]]
    matching: Optional[dict[str, Any]]
    raw_text: Optional[str]
    result: Optional[Result]  # None when a check stopped the request, or parsing was skipped


class Completed(_CompletedAlways, total=False):
    reference: str
    client_metadata: dict[str, Any]
    evidence: dict[str, dict[str, Any]]
    confidence: dict[str, float]
    review: dict[str, Any]
    warnings: list[str]
